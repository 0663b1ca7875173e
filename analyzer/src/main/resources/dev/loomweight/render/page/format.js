// Amounts as report.Amounts writes them; HtmlPageTest compares both over a table of values.
lw.rounded = (value, decimals) => String(+value.toFixed(decimals));
lw.three = (value) => lw.rounded(value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0);
lw.grouped = (value) => value.toLocaleString('en', {maximumFractionDigits: 2});

lw.format = {
  bytes(value) {
    let size = Math.abs(value);
    let unit = 0;
    while (size >= 1023.5 && unit < 6) {
      size /= 1024;
      unit++;
    }
    return (value < 0 ? '-' : '') + lw.three(size) + ' ' + ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'][unit];
  },
  nanos(value) {
    const size = Math.abs(value);
    const sign = value < 0 ? '-' : '';
    if (size === 0) return '0 ms';
    if (size < 999.5) return sign + lw.three(size) + ' ns';
    if (size < 999.5e3) return sign + lw.three(size / 1e3) + ' µs';
    if (size < 999.5e6) return sign + lw.three(size / 1e6) + ' ms';
    if (size < 59.95e9) return sign + lw.three(size / 1e9) + ' s';
    const two = (amount, unit, sixtieth) => sign + lw.grouped(Math.floor(amount / 60)) + ' ' + unit
        + (amount % 60 ? ' ' + amount % 60 + ' ' + sixtieth : '');
    const seconds = Math.round(size / 1e9);
    return seconds < 3600 ? two(seconds, 'min', 's') : two(Math.round(size / 60e9), 'h', 'min');
  },
  count: (value) => lw.grouped(value),
  ratio(value) {
    const percent = value * 100;
    if (percent !== 0 && Math.abs(percent) < 0.05) return percent > 0 ? '<0.1 %' : '>-0.1 %';
    if (percent < 100 && percent >= 99.95) return '>99.9 %';
    const text = Math.abs(percent) < 99.95 ? lw.rounded(percent, 1) : lw.grouped(+percent.toFixed(0));
    return text + ' %';
  },
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
