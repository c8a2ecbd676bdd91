// Lints the named files through the linter's own interface, as the working
// folder resolves it: suppressed messages are kept, comments configure nothing,
// and each file comes with what its configuration says of the rule.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const [rule, list] = process.argv.slice(2);
const say = (o) => writeFileSync(path.join(__dirname, 'report.json'), JSON.stringify(o), { flag: 'wx' });
const hit = (m) => ({ rule: m.ruleId, severity: m.severity, fatal: Boolean(m.fatal), line: m.line, message: m.message });

async function main() {
  let ESLint;
  try {
    const linter = createRequire(path.join(process.cwd(), 'package.json'))('eslint');
    ESLint = linter.loadESLint ? await linter.loadESLint() : linter.ESLint;
  } catch (e) {
    if (e.code !== 'MODULE_NOT_FOUND') throw e;
    say({ missing: 'eslint' });
    return;
  }
  const eslint = new ESLint({ cwd: process.cwd(), allowInlineConfig: false, cache: false, fix: false });
  const files = [];
  for (const file of JSON.parse(readFileSync(list, 'utf8'))) {
    const at = path.resolve(file);
    const ignored = await eslint.isPathIgnored(at);
    const config = ignored ? undefined : await eslint.calculateConfigForFile(at);
    const [result] = ignored ? [] : await eslint.lintText(readFileSync(at, 'utf8'), { filePath: at, warnIgnored: true });
    files.push({
      file,
      ignored,
      level: [config?.rules?.[rule] ?? []].flat()[0] ?? null,
      messages: result?.messages.map(hit) ?? null,
      suppressed: (result?.suppressedMessages ?? []).map(hit),
    });
  }
  say({ linter: 'eslint', version: ESLint.version, files });
}

main().catch((e) => {
  say({ failed: String(e?.message ?? e) });
  process.exitCode = 2;
});
