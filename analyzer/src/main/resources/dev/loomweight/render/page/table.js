// Tables that can be sorted and filtered. A row and the parts below it stay together; a total stays last.
lw.ROWS = 12;

/** Cut within a group, a table would show sums below what does not add up to them. */
lw.GROUPED_ROWS = 60;

lw.table = (table, most = lw.ROWS) => {
  const shape = lw.shape(table);
  const grouped = table.rows.some((row) => row.role === 'group');
  const units = lw.units(table);
  const all = units.reduce((sum, unit) => sum + unit.rows.length, 0);
  const state = {column: -1, down: false, filter: '', whole: all <= (grouped ? lw.GROUPED_ROWS : most + 3)};
  const body = lw.el('tbody');
  const count = lw.el('span.count', {role: 'status'});
  const more = lw.el('button.more', {type: 'button', onclick: () => {
    state.whole = true;
    fill();
  }});
  const heads = table.columns.map((column, i) => lw.head(column, shape.numeric[i], grouped ? null : () => {
    const numbers = shape.numeric[i];
    if (state.column !== i) Object.assign(state, {column: i, down: numbers});
    else if (state.down === numbers) state.down = !numbers;
    else state.column = -1;
    fill();
  }));
  const fill = () => {
    heads.forEach((head, i) => head.setAttribute(
        'aria-sort', state.column !== i ? 'none' : state.down ? 'descending' : 'ascending'));
    const found = lw.filtered(units, state.filter);
    const wanted = lw.sorted(found, state.column, state.down).flatMap((unit) => unit.rows);
    const shown = state.whole ? wanted : lw.first(wanted, most);
    body.replaceChildren(...shown.map((row) => row.made ??= lw.row(table, row, shape)));
    more.hidden = shown.length === wanted.length;
    more.textContent = 'Show all ' + lw.format.count(wanted.length) + ' rows';
    count.textContent = state.filter ? found.filter((unit) => !unit.total).length + ' of '
        + units.filter((unit) => !unit.total).length + ' rows' : '';
  };
  fill();
  addEventListener('beforeprint', () => {
    state.whole = true;
    fill();
  });
  const filter = units.length > 7 && !table.brief ? lw.el('.tools', {}, lw.el('input', {
    type: 'search',
    placeholder: 'Filter ' + units.length + ' rows',
    'aria-label': 'Filter the rows of ' + (table.title || 'the table'),
    oninput: (event) => {
      state.filter = event.target.value.trim().toLowerCase();
      fill();
    },
  }), count) : '';
  const grid = lw.el('table', {}, lw.el('thead', {}, lw.el('tr', {}, heads)), body);
  const scroll = lw.el('.scroll', {}, grid);
  lw.cards(scroll, grid, table.columns.length);
  return lw.el('.block.table', {id: table.anchor, 'data-block': table.id},
      table.title ? lw.el('h3', {}, lw.words(table.title)) : '', filter,
      table.rows.length === 0 ? lw.el('p.empty', {}, 'nothing')
          : scroll,
      more, table.footnotes.map((note) => lw.el('p.footnote', {}, lw.words(note))));
};

/**
 * On a narrow screen every row of a table becomes a card. On any other, figures are compared down their columns: a table
 * that is too wide for its room is scrolled, and its first column stays.
 */
lw.cards = (room, grid, columns) => {
  if (columns < 4) return;
  new ResizeObserver(() => {
    grid.classList.toggle('cards', room.clientWidth < Math.min(columns * lw.COLUMN, lw.CARDS));
  }).observe(room);
};
lw.COLUMN = 100;

/** The widest room of cards, in pixels: what a screen of 700 has within its margins is a table's. */
lw.CARDS = 560;

lw.head = (column, numeric, sort) => lw.el(numeric ? 'th.number' : 'th', {scope: 'col'}, sort
    ? lw.el('button', {type: 'button', onclick: sort}, lw.words(column.title || ' ')) : lw.words(column.title));

/** Of each column, whether it is of numbers, and from where to where its bars reach: 0 is always between. */
lw.shape = (table) => ({
  numeric: table.columns.map((column, i) => lw.isNumeric(table, i)),
  reach: table.columns.map((column, i) => {
    const values = column.bar ? table.rows.filter((row) => row.role === 'plain' && Array.isArray(row.cells[i]))
        .map((row) => row.cells[i][0] ?? 0) : [];
    return {from: Math.min(0, ...values), to: Math.max(0, ...values)};
  }),
});

/** A bar from zero to the value; where there are values on both sides of zero, it has its place between them. */
lw.bar = (value, {from, to}) => {
  const percent = (part) => 100 * part / (to - from);
  const width = Math.max(1, percent(Math.abs(value)));
  const start = value < 0 ? percent(-from) - width : percent(-from);
  return lw.el('span.bar' + (from < 0 && to > 0 ? '.both' : ''), {'aria-hidden': 'true', style: {'--zero': percent(-from) + '%'}},
      lw.el('span' + (value < 0 ? '.less' : ''), {style: {width: width + '%', 'margin-left': Math.max(0, start) + '%'}}));
};

/** Whether a column is mostly of numbers. */
lw.isNumeric = (table, i) => {
  const cells = table.rows.filter((row) => row.role !== 'group').map((row) => row.cells[i]);
  const numbers = cells.filter((cell) => Array.isArray(cell)).length;
  return numbers > 0 && numbers * 2 >= cells.filter((cell) => cell !== '').length;
};

/** Rows that are moved and hidden together. Their elements are made when they are shown. */
lw.units = (table) => {
  const units = [];
  let group = null;
  table.rows.forEach((row) => {
    const text = row.cells.map((cell) => Array.isArray(cell) ? cell[1] : cell.text ?? cell).join('\n').toLowerCase();
    if (row.role === 'part' && units.length && !units.at(-1).total) {
      units.at(-1).rows.push(row);
      units.at(-1).text += '\n' + text;
      return;
    }
    const unit = {rows: [row], cells: row.cells, text, total: row.role === 'total', group: null, heads: row.role === 'group'};
    if (unit.heads) group = unit;
    else unit.group = unit.total ? null : group;
    units.push(unit);
  });
  return units;
};

/** A heading that stands alone in its row has room over all columns. */
lw.alone = (row) => row.role === 'group' && !Array.isArray(row.cells[0]) && row.cells.slice(1).every((cell) => cell === '');

lw.row = (table, row, shape) => lw.alone(row) ? lw.el('tr.group', {}, lw.el('th', {scope: 'row', colspan: row.cells.length},
    lw.cellWords(row.cells[0]))) : lw.cellRow(table, row, shape);

/** Words, or what leads to another file. */
lw.cellWords = (cell) => cell.file ? lw.el('a', {href: cell.file}, lw.words(cell.text)) : lw.words(cell);

lw.cellRow = (table, row, {numeric, reach}) => lw.el('tr.' + row.role, {}, row.cells.map((cell, i) => {
  const kind = (i === 0 ? 'th' : 'td') + (numeric[i] ? '.number' : '') + (cell === '' ? '.blank' : '')
      + (typeof cell === 'string' && cell.length > lw.UNBROKEN_PART && !cell.includes(' ') ? '.wide' : '');
  const attributes = {scope: i === 0 ? 'row' : null, 'data-title': table.columns[i].title};
  if (!Array.isArray(cell)) return lw.el(kind, attributes, lw.cellWords(cell));
  const why = cell[2] ? {title: cell[2]} : {};
  const bar = cell[0] && row.role === 'plain' && reach[i].to > reach[i].from ? lw.bar(cell[0], reach[i]) : '';
  return lw.el(kind + (cell[0] === null ? '.absent' : ''), {...attributes, ...why}, lw.el('span.figure', {}, lw.words(cell[1])), bar);
}));

lw.filtered = (units, filter) => {
  if (!filter) return units;
  const found = new Set(units.filter((unit) => !unit.heads && !unit.total && unit.text.includes(filter)));
  const heads = new Set(units.filter((unit) => unit.heads && unit.text.includes(filter)));
  units.filter((unit) => heads.has(unit) || heads.has(unit.group)).forEach((unit) => found.add(unit));
  [...found].forEach((unit) => unit.group && found.add(unit.group));
  return units.filter((unit) => found.has(unit));
};

lw.sorted = (units, column, down) => {
  if (column < 0) return units;
  const key = (unit) => Array.isArray(unit.cells[column]) ? unit.cells[column][0]
      : unit.cells[column].text ?? unit.cells[column];
  const missing = (value) => value === null || value === '';
  const compare = (one, other) => {
    const [a, b] = [key(one), key(other)];
    if (one.total !== other.total) return one.total ? 1 : -1;
    if (missing(a) || missing(b)) return missing(a) - missing(b);
    const order = typeof a === 'number' && typeof b === 'number' ? a - b
        : String(a).localeCompare(String(b), 'en', {numeric: true});
    return down ? -order : order;
  };
  return units.slice().sort(compare);
};

/** The first rows, and the totals wherever they are. */
lw.first = (rows, most) => rows.filter((row, i) => i < most || row.role === 'total');
