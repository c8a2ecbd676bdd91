// Test runner for jest: jest's own, with a listener that notes which tests were
// entered, what failed in them, and what failed in a hook around them.
'use strict';
const { createRequire } = require('node:module');
const path = require('node:path');
const frames = require('./frames.cjs');

function circus(from) {
  for (const name of ['jest', 'jest-cli', 'jest-config']) from = createRequire(from).resolve(name + '/package.json');
  const runner = createRequire(from)('jest-circus/runner');
  return runner.default ?? runner;
}

const text = (v) => (typeof v === 'string' ? v : undefined);

function fault(error) {
  const e = Array.isArray(error) ? error[0] : error;
  return { message: text(e?.message) ?? String(e), matcher: Boolean(e?.matcherResult), code: text(e?.code), frames: frames(e?.stack) };
}

function fullName(test) {
  const names = [];
  for (let at = test; at?.parent; at = at.parent) names.unshift(at.name);
  return names.join(' ');
}

module.exports = async (globalConfig, config, environment, runtime, file, send) => {
  const notes = new Map();
  const note = (test) => {
    const name = fullName(test);
    if (!notes.has(name)) notes.set(name, { entered: false, hook: false, errors: [] });
    return notes.get(name);
  };
  const own = environment.handleTestEvent?.bind(environment);
  environment.handleTestEvent = async (event, state) => {
    if (event.name === 'test_fn_start') note(event.test).entered = event.test.errors.length === 0;
    if (event.name === 'test_fn_failure') note(event.test).errors.push(fault(event.error));
    if (event.name === 'hook_failure' && event.test) note(event.test).hook = true;
    return own?.(event, state);
  };
  const result = await circus(path.join(process.cwd(), 'package.json'))(globalConfig, config, environment, runtime, file, send);
  for (const test of result.testResults) test.notes = notes.get(test.fullName);
  return result;
};
