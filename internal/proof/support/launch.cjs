// Starts the command of a package as the working folder resolves it, so that
// hoisted and linked installations work, and says so where there is none.
'use strict';
const { writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const name = process.argv[2];
let manifest;
try {
  manifest = createRequire(path.join(process.cwd(), 'package.json')).resolve(name + '/package.json');
} catch (e) {
  writeFileSync(path.join(__dirname, 'report.json'), JSON.stringify({ missing: name }), { flag: 'wx' });
  process.exit(1);
}
const { bin } = require(manifest);
const file = path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[name]);
process.argv.splice(1, 2, file);
import(pathToFileURL(file).href);
