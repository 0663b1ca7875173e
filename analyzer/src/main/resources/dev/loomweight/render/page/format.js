// Figures as the text report writes them.
lw.three = (value) => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0);

lw.format = {
  bytes(value) {
    if (value === 0) return '0';
    let size = Math.abs(value);
    let unit = 0;
    while (size >= 1023.5 && unit < 6) {
      size /= 1024;
      unit++;
    }
    return (value < 0 ? '-' : '') + String(+lw.three(size)) + ' ' + ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'][unit];
  },
  nanos(value) {
    const size = Math.abs(value);
    const sign = value < 0 ? '-' : '';
    if (size === 0) return '0';
    if (size < 1e3) return sign + Math.round(size) + ' ns';
    if (size < 999.5e3) return sign + Math.round(size / 1e3) + ' µs';
    if (size < 999.5e6) return sign + lw.three(size / 1e6) + ' ms';
    if (size < 59.95e9) return sign + lw.three(size / 1e9) + ' s';
    const seconds = Math.round(size / 1e9);
    const two = (n) => String(n).padStart(2, '0');
    if (seconds < 3600) return sign + Math.floor(seconds / 60) + ':' + two(seconds % 60) + ' min';
    return sign + Math.floor(seconds / 3600) + ':' + two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60) + ' h';
  },
  count: (value) => value.toLocaleString('en', {maximumFractionDigits: 2}),
  ratio: (value) => (value * 100).toFixed(1) + ' %',
};

/** A time of day in UTC, as exact as the steps of an axis want it. */
lw.clock = (seconds, step = 0.001) => {
  const text = new Date(seconds * 1000).toISOString();
  if (step >= 86400) return text.slice(0, 10);
  if (step >= 60) return text.slice(11, 16);
  return step >= 1 ? text.slice(11, 19) : text.slice(11, 23);
};

/** Distances between the ticks of an axis of bytes: as even as the figures are. */
lw.BYTE_STEPS = [];
for (let power = 0; power < 60; power++) lw.BYTE_STEPS.push(2 ** power);
