// Values over time or over what was varied, by uPlot: one chart for each unit.
lw.PALETTE = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'];
lw.CHART_HEIGHT = 220;

lw.SMALL_HEIGHT = 120;

lw.BRIEF_HEIGHT = 130;

lw.chartHeight = (series) => series.small ? lw.SMALL_HEIGHT : series.brief ? lw.BRIEF_HEIGHT : lw.CHART_HEIGHT;

/** The line with nothing between points that are further apart than the nearest of any line: nothing is known of there. */
lw.gapped = (line, nearest) => {
  const at = [];
  const values = [];
  line.at.forEach((time, i) => {
    if (i && time - line.at[i - 1] > 1.5 * nearest) {
      at.push((line.at[i - 1] + time) / 2);
      values.push(null);
    }
    at.push(time);
    values.push(line.values[i]);
  });
  return {...line, at, values};
};

/** A small chart for each line, all of one unit to one scale. */
lw.multiples = (series) => {
  const lines = series.lines.filter((line) => line.at.length);
  const steps = lines.flatMap((line) => line.at.slice(1).map((time, i) => time - line.at[i])).filter((step) => step > 0);
  const nearest = steps.reduce((least, step) => Math.min(least, step), Infinity);
  const ends = lines.flatMap((line) => [line.at[0], line.at.at(-1)]);
  return lw.el('.block.series.multiples', {id: series.anchor, 'data-block': series.id},
      series.title ? lw.el('h3', {}, lw.words(series.title)) : '',
      lw.el('.grid', {}, lines.map((line) => {
        const same = lines.filter((other) => other.unit === line.unit);
        const levels = series.levels.filter((level) => level.unit === line.unit);
        const format = lw.format[line.unit];
        const highest = Math.max(...line.values);
        const room = lw.el('.chart.small', {role: 'img', 'aria-label': series.title + '. ' + line.name + ': '
            + format(Math.min(...line.values)) + ' to ' + format(highest)});
        lw.whenSeen(room, () => lw.chart(room, {...series, form: 'lines', lines: [lw.gapped(line, nearest)], levels, unit: line.unit,
          small: {first: Math.min(...ends), last: Math.max(...ends),
            highest: Math.max(...same.flatMap((other) => other.values))}}));
        return lw.el('figure', {}, lw.el('figcaption', {}, lw.el('span', {}, lw.words(line.name)),
            lw.el('span.highest', {}, 'max ' + format(highest))), room);
      })),
      ...lw.spanLegend(series));
};

lw.series = (series) => {
  if (series.form === 'multiple') return lw.multiples(series);
  const block = lw.el('.block.series', {id: series.anchor, 'data-block': series.id},
      series.title ? lw.el('h3', {}, lw.words(series.title)) : '');
  // One point is a value, and no chart; among lines over what was varied, it is drawn as a point.
  const several = (line) => new Set(line.at).size > 1;
  const drawn = (line) => several(line)
      || (series.over !== 'time' && series.lines.some((other) => other.unit === line.unit && several(other)));
  const units = [...new Set(series.lines.filter((line) => line.at.length && drawn(line)).map((line) => line.unit))];
  if (series.lines.every((line) => line.at.length === 0)) block.append(lw.el('p.empty', {}, 'nothing'));
  series.lines.filter((line) => line.at.length && !drawn(line)).forEach((line) => block.append(lw.el('p.value', {},
      lw.words(line.name), ': ' + lw.format[line.unit](line.values.at(-1)))));
  units.forEach((unit) => {
    const lines = series.lines.filter((line) => line.unit === unit && line.at.length && drawn(line));
    const levels = series.levels.filter((level) => level.unit === unit);
    const extremes = lines.map((line) => line.name + ': ' + lw.format[unit](Math.min(...line.values)) + ' to '
        + lw.format[unit](Math.max(...line.values))).join('; ');
    const room = lw.el(series.brief ? '.chart.small' : '.chart', {role: 'img', 'aria-label': series.title + '. ' + extremes});
    block.append(room);
    lw.whenSeen(room, () => lw.chart(room, {...series, lines, levels, unit}));
  });
  lw.spanLegend(series).forEach((line) => block.append(line));
  return block;
};

/** What the marked stretches and the levels mean. */
lw.spanLegend = (series) => {
  const labels = [...new Set(series.spans.map((span) => span.label))];
  return labels.map((label) => {
    const spans = series.spans.filter((span) => span.label === label);
    const longest = Math.max(...spans.map((span) => span.end - span.start));
    return lw.el('p.footnote', {}, lw.el('span.swatch.span', {'aria-hidden': 'true'}), ' ', lw.words(label), ': '
        + spans.length.toLocaleString('en') + (spans.length === 1 ? ' stretch, ' : ' stretches, the longest ')
        + lw.format.nanos(longest * 1e9) + ', marked in the chart');
  }).concat(series.levels.length ? [lw.el('p.footnote', {}, lw.el('span.swatch.level', {'aria-hidden': 'true'}), ' ',
      series.levels.map((level) => level.name + ': ' + lw.format[level.unit](level.value)).join('; '))] : []);
};

/** All lines at the places of all of them. Steps and parts keep their value until they say another. */
lw.aligned = (lines, keep) => {
  const joined = uPlot.join(lines.map((line) => [line.at, line.values]));
  if (!keep) return joined;
  return joined.map((values, i) => {
    if (i === 0) return values;
    let last = null;
    return values.map((value) => last = value ?? last);
  });
};

lw.stacked = (data) => {
  const sums = data[0].map(() => 0);
  const stacked = data.slice(1).reverse().map((values) => values.map((value, i) => sums[i] += value ?? 0)).reverse();
  return [data[0], ...stacked];
};

lw.chart = (room, series) => {
  const parts = series.form === 'parts';
  const data = lw.aligned(series.lines, series.form !== 'lines');
  const drawn = parts ? lw.stacked(data) : data;
  let chart = null;
  const draw = () => {
    chart?.destroy();
    chart = new uPlot(lw.chartOptions(series, data, Math.max(series.small ? 120 : 240, room.clientWidth)), drawn, room);
    room.dataset.drawn = 'true';
  };
  draw();
  let width = room.clientWidth;
  new ResizeObserver(() => {
    if (room.clientWidth && room.clientWidth !== width) {
      width = room.clientWidth;
      chart.setSize({width: Math.max(series.small ? 120 : 240, width), height: lw.chartHeight(series)});
    }
  }).observe(room);
  lw.onTheme(draw);
};

lw.chartOptions = (series, data, width) => {
  const parts = series.form === 'parts';
  const format = lw.format[series.unit];
  const axis = {stroke: lw.colour('--muted'), grid: {stroke: lw.colour('--line'), width: 1}, ticks: {show: false}, font: '12px system-ui, sans-serif'};
  const one = series.lines.length === 1;
  const timed = series.over === 'time';
  const place = timed ? null : lw.format[series.over];
  return {
    width,
    height: lw.chartHeight(series),
    padding: series.small ? [6, 8, 0, 0] : [8, 30, 0, 0],
    legend: {show: !series.small && !(series.brief && one)},
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'UTC'),
    cursor: {y: false, drag: {x: true, y: false}},
    scales: {
      x: {time: timed, ...(series.small && series.small.last > series.small.first
          ? {range: () => [series.small.first, series.small.last]} : {})},
      y: {range: (u, min, max) => lw.range(series, min ?? 0, series.small ? series.small.highest : max ?? 1)},
    },
    axes: [
      {...axis, space: 95, size: 34, incrs: timed ? undefined : lw.steps(series.over),
        values: (u, splits, i, space, step) => splits.map((at) => timed ? lw.clock(at, step) : place(at))},
      {...axis, size: 72, incrs: lw.steps(series.unit),
        values: (u, splits) => splits.map((value) => format(value))},
    ],
    series: [
      {label: timed ? 'time (UTC)' : 'at', value: (u, at) => at === null ? '–' : timed ? lw.clock(at) : place(at)},
      ...series.lines.map((line, i) => {
        const colour = lw.colour(lw.PALETTE[i % lw.PALETTE.length]);
        return {
          label: line.name.length > 60 ? line.name.slice(0, 40) + '…' + line.name.slice(-19) : line.name,
          stroke: colour,
          width: parts ? 1 : 1.5,
          fill: parts ? colour + 'b0' : one ? colour + '30' : undefined,
          spanGaps: !series.small,
          paths: series.form === 'lines' ? undefined : uPlot.paths.stepped({align: 1}),
          points: series.small ? {show: true, size: 3, fill: colour}
            : timed ? {show: data[0].length < 3} : {show: true, size: 7, fill: colour},
          value: (u, value, s, at) => at === null || data[s][at] == null ? '–' : format(data[s][at]),
        };
      }),
    ],
    bands: parts ? series.lines.slice(1).map((line, i) => ({series: [i + 1, i + 2]})) : undefined,
    hooks: {drawClear: [(u) => lw.drawSpans(u, series)], draw: [(u) => lw.drawLevels(u, series)]},
  };
};

lw.COUNT_STEPS = [];
for (let power = 0; power < 16; power++) [1, 2, 5].forEach((digit) => lw.COUNT_STEPS.push(digit * 10 ** power));

/** Distances between the ticks of an axis; undefined for those of uPlot. */
lw.steps = (unit) => ({bytes: lw.BYTE_STEPS, count: lw.COUNT_STEPS})[unit];

/** From zero, with room for the levels. */
lw.range = (series, min, max) => {
  const highest = Math.max(max, ...series.levels.map((level) => level.value));
  const lowest = Math.min(0, min);
  return highest > lowest ? [lowest, highest + (highest - lowest) * 0.06] : [lowest, lowest + 1];
};

lw.drawSpans = (u, series) => {
  u.ctx.save();
  u.ctx.fillStyle = lw.colour('--span');
  series.spans.forEach((span) => {
    const from = Math.max(u.bbox.left, u.valToPos(span.start, 'x', true));
    const to = Math.min(u.bbox.left + u.bbox.width, u.valToPos(span.end, 'x', true));
    if (to >= from) u.ctx.fillRect(from, u.bbox.top, Math.max(2 * devicePixelRatio, to - from), u.bbox.height);
  });
  u.ctx.restore();
};

lw.drawLevels = (u, series) => {
  u.ctx.save();
  u.ctx.strokeStyle = lw.colour('--level');
  u.ctx.lineWidth = 1.5 * devicePixelRatio;
  u.ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
  series.levels.forEach((level) => {
    const y = u.valToPos(level.value, 'y', true);
    u.ctx.beginPath();
    u.ctx.moveTo(u.bbox.left, y);
    u.ctx.lineTo(u.bbox.left + u.bbox.width, y);
    u.ctx.stroke();
  });
  u.ctx.restore();
};
