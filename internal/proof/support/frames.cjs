// The places that a stack names, the innermost first, as they read from the
// working folder: "src/receipt.js:12".
'use strict';
const path = require('node:path');

const most = 32;

module.exports = (stack) => {
  const places = [];
  for (const line of typeof stack === 'string' ? stack.split('\n') : []) {
    const m = /^at .*?(?:file:\/\/)?(\/[^()]+):(\d+):\d+\)?$/.exec(line.trim());
    if (m && places.length < most) places.push(path.relative(process.cwd(), m[1]) + ':' + m[2]);
  }
  return places;
};
