// Reporter for vitest: the results of the whole run, once it is complete, in
// the words of the runner. It never replaces a report.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import frames from './frames.cjs';

const text = (v) => (typeof v === 'string' ? v : undefined);
const faults = (result) => (result?.errors ?? []).map((e) => ({ name: text(e.name), code: text(e.code), message: text(e.message) ?? '', frames: frames(e.stack ?? e.stackStr) }));

function* walk(task, names, setup) {
  for (const child of task.tasks) {
    const path = [...names, child.name];
    if (child.type === 'suite') {
      yield* walk(child, path, [...setup, ...faults(child.result)]);
      continue;
    }
    yield {
      name: path.join(' '),
      mode: child.mode,
      state: child.result?.state,
      fails: Boolean(child.fails),
      retries: child.result?.retryCount ?? 0,
      hooks: ['beforeEach', 'afterEach'].map((name) => text(child.result?.hooks?.[name]) ?? ''),
      setup,
      errors: faults(child.result),
    };
  }
}

export default class {
  // Since version 3; the only one since version 4.
  onTestRunEnd(modules, errors) {
    this.report(modules.map((module) => module.task), errors);
  }

  onFinished(files, errors) {
    this.report(files, errors ?? []);
  }

  report(files, errors) {
    if (this.reported) return;
    this.reported = true;
    const suites = files.map((file) => ({
      file: path.relative(process.cwd(), file.filepath),
      state: file.result?.state,
      errors: faults(file.result),
      tests: [...walk(file, [], faults(file.result))],
    }));
    const report = { runner: 'vitest', suites, errors: faults({ errors }) };
    writeFileSync(new URL('report.json', import.meta.url), JSON.stringify(report), { flag: 'wx' });
  }
}
