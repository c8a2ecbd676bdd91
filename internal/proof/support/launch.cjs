// Starts the command of a package as the working folder resolves it, so that
// hoisted and linked installations work. It reports what keeps the package from
// reporting: that there is none, that there is no such file, that it died.
'use strict';
const { existsSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const report = path.join(__dirname, 'report.json');
const say = (o) => writeFileSync(report, JSON.stringify(o), { flag: 'wx' });
const [name, target] = process.argv.slice(2);

function manifest() {
  try {
    return createRequire(path.join(process.cwd(), 'package.json')).resolve(name + '/package.json');
  } catch {
    return undefined;
  }
}

const found = manifest();
if (found === undefined) {
  say({ missing: name });
  process.exit(1);
}
if (!existsSync(target)) {
  say({ absent: target });
  process.exit(1);
}
process.on('exit', (code) => {
  if (code !== 0 && !existsSync(report)) say({ died: String(code) });
});
const { bin } = require(found);
const file = path.join(path.dirname(found), typeof bin === 'string' ? bin : bin[name]);
process.argv.splice(1, 3, file);
import(pathToFileURL(file).href);
