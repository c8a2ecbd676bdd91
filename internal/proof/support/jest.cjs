// Reporter for jest: the results of the whole run, once it is complete, in the
// words of the runner. It never replaces a report.
'use strict';
const { writeFileSync } = require('node:fs');
const path = require('node:path');

const text = (v) => (typeof v === 'string' ? v : undefined);

module.exports = class {
  onRunComplete(_contexts, run) {
    const suites = run.testResults.map((suite) => ({
      file: path.relative(process.cwd(), suite.testFilePath),
      error: suite.testExecError ? text(suite.testExecError.message) ?? text(suite.failureMessage) ?? 'error' : undefined,
      tests: suite.testResults.map((test) => ({
        name: test.fullName,
        status: test.status,
        asserts: test.numPassingAsserts,
        invocations: test.invocations,
        entered: Boolean(test.notes?.entered),
        hook: Boolean(test.notes?.hook),
        errors: test.notes?.errors ?? [],
        messages: test.failureMessages,
      })),
    }));
    const report = { runner: 'jest', interrupted: run.wasInterrupted, suites };
    writeFileSync(path.join(__dirname, 'report.json'), JSON.stringify(report), { flag: 'wx' });
  }
};
