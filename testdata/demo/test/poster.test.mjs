import { expect, test } from 'vitest';
import { poster } from '../src/poster.mjs';

// prohibits: P-008
test('never shows a phone number', () => {
  expect(poster('Ada', '555-0100')).not.toContain('555-0100');
});
