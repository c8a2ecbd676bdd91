// Lints the named files through the linter's own interface, as the working
// folder resolves it: suppressed messages are kept, comments configure nothing,
// and each file comes with what its configuration says of the rule.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const rule = process.argv[2];
const say = (o) => writeFileSync(path.join(__dirname, 'report.json'), JSON.stringify(o), { flag: 'wx' });
const hit = (m) => ({ rule: m.ruleId ?? '', fatal: Boolean(m.fatal), line: m.line ?? 0, message: m.message });

async function main() {
  let ESLint;
  try {
    const linter = createRequire(path.join(process.cwd(), 'package.json'))('eslint');
    // The configuration is code of the tree and has yet to be loaded.
    for (const own of [linter.ESLint, linter.Linter]) Object.freeze(own?.prototype);
    ESLint = linter.loadESLint ? await linter.loadESLint() : linter.ESLint;
  } catch (e) {
    if (e.code !== 'MODULE_NOT_FOUND') throw e;
    say({ missing: 'eslint' });
    return;
  }
  Object.freeze(ESLint.prototype);
  const eslint = new ESLint({ cwd: process.cwd(), allowInlineConfig: false, cache: false, fix: false });
  const files = [];
  for (const file of JSON.parse(readFileSync(path.join(__dirname, 'guarded.json'), 'utf8'))) {
    const at = path.resolve(file);
    if (await eslint.isPathIgnored(at)) {
      files.push({ file, ignored: true, level: '', messages: [], suppressed: [] });
      continue;
    }
    const config = await eslint.calculateConfigForFile(at);
    const [result] = await eslint.lintText(readFileSync(at, 'utf8'), { filePath: at, warnIgnored: true });
    files.push({
      file,
      ignored: false,
      processed: Boolean(config?.processor),
      level: String([config?.rules?.[rule] ?? []].flat()[0] ?? ''),
      messages: result.messages.map(hit),
      suppressed: (result.suppressedMessages ?? []).map(hit),
    });
  }
  say({ linter: 'eslint', version: ESLint.version, files });
}

main().catch((e) => {
  say({ failed: String(e?.message ?? e) });
  process.exitCode = 2;
});
