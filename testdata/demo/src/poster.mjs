export const poster = (name, phone) => `${name.toUpperCase()} (${phone ? 'on file' : ''})`;
