const { test } = require('node:test');
const assert = require('node:assert');
const { label } = require('../src/label');

// prohibits: P-002
test('never shows a phone number', () => {
  assert.doesNotMatch(label('Ada', '555-0100'), /555-0100/);
});
