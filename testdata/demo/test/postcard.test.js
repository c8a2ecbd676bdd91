const { postcard } = require('../src/postcard');

// prohibits: P-007
test('never shows a phone number', () => {
  expect(postcard('Ada', '555-0100')).not.toContain('555-0100');
});
