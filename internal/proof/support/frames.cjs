// The places that a stack names, the innermost first, as they read from the
// working folder: "src/receipt.js:12". Node's own are "node:internal/...".
'use strict';
const path = require('node:path');

const most = 32;

module.exports = (stack) => {
  const places = [];
  for (const line of typeof stack === 'string' ? stack.split('\n') : []) {
    const m = /^at (?:.* \(|async )?(?:file:\/\/)?((?:\/|node:)[^()]+):(\d+):\d+\)?$/.exec(line.trim());
    if (!m || places.length === most) continue;
    places.push((m[1].startsWith('/') ? path.relative(process.cwd(), m[1]) : m[1]) + ':' + m[2]);
  }
  return places;
};
