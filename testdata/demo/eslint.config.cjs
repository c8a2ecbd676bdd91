module.exports = [{ files: ['src/*.js'], rules: { 'no-eval': 'error' } }];
