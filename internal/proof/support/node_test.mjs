// Reporter for node --test: one JSON object a line for what started, what ended
// and how, in the words of the runner, and a last line that says it got there.
// What tests print goes to standard error.
import path from 'node:path';
import frames from './frames.cjs';

const text = (v) => (typeof v === 'string' ? v : undefined);

function fault(e) {
  if (!e) return undefined;
  const c = e.cause;
  const inner = c !== null && typeof c === 'object' ? { code: text(c.code), name: text(c.name), message: text(c.message), frames: frames(c.stack) } : { message: text(c) };
  return { type: text(e.failureType), code: text(e.code), message: text(e.message), signal: text(e.signal), cause: inner };
}

export default async function* report(events) {
  const line = (o) => JSON.stringify(o) + '\n';
  const where = (d) => (d.file === undefined ? undefined : path.relative(process.cwd(), d.file));
  yield line({ event: 'begin', version: process.version });
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      process.stderr.write(data.message);
      continue;
    }
    const place = { name: data.name, depth: data.nesting, file: where(data) };
    switch (type) {
      case 'test:start':
        yield line({ event: 'start', ...place });
        break;
      case 'test:pass':
      case 'test:fail':
        yield line({
          event: type.slice('test:'.length), ...place,
          suite: data.details.type === 'suite',
          whole: data.name === data.file || path.resolve(data.name) === data.file,
          skip: data.skip !== undefined && data.skip !== false,
          todo: data.todo !== undefined && data.todo !== false,
          error: fault(data.details.error),
        });
        break;
    }
  }
  yield line({ event: 'end' });
}
