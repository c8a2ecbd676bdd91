'use strict';
exports.postcard = (name, phone) => `To ${name} (${phone ? 'on file' : ''})`;
