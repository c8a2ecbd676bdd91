'use strict';
exports.label = (name, phone) => `${name} (${phone ? 'on file' : ''})`;
