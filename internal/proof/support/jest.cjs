// Reporter for jest: the results of the whole run, once it is complete, in the
// words of the runner. It never replaces a report.
'use strict';
const { writeFileSync } = require('node:fs');
const path = require('node:path');

const text = (v) => (typeof v === 'string' ? v : undefined);

const fault = (test) => (test.failureDetails || []).map((d, i) => ({
  message: text(test.failureMessages[i]) ?? '',
  matcher: d !== null && typeof d === 'object' && typeof d.matcherResult === 'object' && d.matcherResult !== null,
  code: text(d?.code) ?? text(d?.error?.code),
}));

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
        errors: fault(test),
      })),
    }));
    const report = { runner: 'jest', success: run.success, interrupted: run.wasInterrupted, suites };
    writeFileSync(path.join(__dirname, 'report.json'), JSON.stringify(report), { flag: 'wx' });
  }
};
