// Puts the page together: what to know first, then every section.
lw.SIGNS = {problem: '■', warning: '▲', info: '●'};

lw.findingHead = (finding) => lw.el('h4', {},
    lw.el('span.sign', {'aria-hidden': 'true'}, lw.SIGNS[finding.severity]), ' ',
    lw.el('span.severity', {}, finding.severity), ' ', lw.sentences(finding.summary));

/** One that the first screen shows is only named in its section. */
lw.finding = (finding) => finding.above ? lw.el('article.finding.compact.' + finding.severity, {},
    lw.findingHead(finding)) : lw.wholeFinding(finding);

lw.wholeFinding = (finding) => lw.el('article.finding.' + finding.severity, {'data-finding': finding.id},
    lw.findingHead(finding),
    finding.explanation ? lw.el('p', {}, lw.sentences(finding.explanation)) : '',
    finding.solution ? lw.el('p.solution', {}, lw.sentences(finding.solution)) : '',
    finding.place ? lw.el('p.where', {}, lw.el('code', {}, lw.words(finding.place)), lw.stackLink(finding)) : '');

/** To the stacks of the site that a finding is about, where its section shows them. */
lw.stackLink = (finding) => finding.tree ? [' ', lw.el('a.stack', {
  href: '#' + finding.tree.anchor,
  onclick: () => lw.showSite(finding.tree.graph, finding.site),
}, 'Stack')] : '';

lw.note = (note) => {
  const sentences = note.sentences.filter((sentence) => sentence.trim());
  return lw.el('.block.note', {'data-block': note.id}, note.title ? lw.el('h3', {}, lw.words(note.title)) : '',
      sentences.length > 1 && !note.title
      ? lw.el('ul', {}, sentences.map((sentence) => lw.el('li', {}, lw.sentences(sentence))))
      : sentences.map((sentence) => lw.el('p', {}, lw.sentences(sentence))));
};

lw.block = (block) => ({table: lw.table, series: lw.series, stackTree: lw.flame, note: lw.note, bars: lw.bars, graph: lw.graph})[block.type](block);

/** Findings; of those about single places, the first of each kind and a button for the others. */
lw.FINDINGS = 3;
lw.findings = (findings) => {
  const seen = {};
  const late = findings.filter((finding) => finding.place && (seen[finding.id] = (seen[finding.id] ?? 0) + 1) > lw.FINDINGS);
  if (late.length < 2) return findings.map(lw.finding);
  const more = lw.el('button.more', {type: 'button', onclick: () => more.replaceWith(...late.map(lw.finding))},
      'Show ' + lw.format.count(late.length) + ' more findings about single sites');
  addEventListener('beforeprint', () => more.click());
  return [...findings.filter((finding) => !late.includes(finding)).map(lw.finding), more];
};

lw.section = (section) => {
  const element = lw.el('section', {id: section.anchor}, section.title ? lw.el('h2', {}, lw.words(section.title)) : '');
  const findings = lw.findings(section.findings);
  let notes = section.blocks.findIndex((block) => block.type !== 'note' || block.title);
  if (notes < 0) notes = section.blocks.length;
  const blocks = section.blocks.map((block) => block.above ? '' : lw.block(block));
  if (notes > 0) blocks.splice(notes, 0, ...findings);
  else blocks.push(...findings);
  element.append(...blocks);
  return element;
};

/** How many findings there are of each severity. */
lw.badges = (findings) => {
  const badges = Object.keys(lw.SIGNS).map((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    const name = severity === 'info' ? (count === 1 ? 'remark' : 'remarks') : count === 1 ? severity : severity + 's';
    return count ? lw.el('span.badge.' + severity, {}, lw.SIGNS[severity] + ' ' + count + ' ' + name) : '';
  });
  return lw.el('p.badges', {}, badges.some(Boolean) ? badges : lw.el('span.badge.fine', {}, '✓ nothing to act on'));
};

lw.LEAD_ROWS = 6;
lw.LEAD_COLUMNS = 5;
lw.LEAD_COLUMNS_ALONE = 7;

/** Whether a table, of words and without a column that matters most, needs the whole width to be read. */
lw.standsAlone = (table) => table.columns.length >= lw.LEAD_COLUMNS && table.columns.length <= lw.LEAD_COLUMNS_ALONE
    && !table.columns.some((column) => column.bar);

/**
 * The first columns of a table, all of one that stands alone; of a wide one whose bars follow them, the name, the
 * figure and its bar. Where it is long and has a total, the rows that add up to it, without their parts.
 */
lw.narrowed = (table) => {
  const bar = table.columns.findIndex((column) => column.bar);
  const places = table.columns.map((column, i) => i)
      .filter((i) => lw.standsAlone(table)
          || (bar < lw.LEAD_COLUMNS ? i < lw.LEAD_COLUMNS : i === 0 || i === bar - 1 || i === bar));
  const total = table.rows.findIndex((row) => row.role === 'total');
  const summed = table.rows.length > lw.LEAD_ROWS && total >= 0 && table.rows.some((row) => row.role === 'part');
  const rows = summed ? table.rows.slice(0, total + 1).filter((row) => row.role !== 'part') : table.rows;
  return {
    ...table,
    anchor: null,
    brief: true,
    id: table.id + 'Lead',
    columns: places.map((i) => table.columns[i]),
    rows: rows.map((row) => ({...row, made: null, cells: places.map((i) => row.cells[i])})),
    most: summed ? rows.length : lw.LEAD_ROWS,
  };
};

lw.lead = (section, table) => lw.el('.panel.lead', {}, section.title ? lw.el('h2', {}, lw.words(section.title)) : '',
    lw.table(table, table.most));

/** Whether a series is one chart of its course, which needs little height. */
lw.isCourse = (block) => block.type === 'series' && block.form !== 'multiple' && block.over === 'time'
    && new Set(block.lines.map((line) => line.unit)).size === 1
    && block.lines.some((line) => new Set(line.at).size > 1);

lw.isStacks = (block) => block.type === 'stackTree' && block.stacks.length > 0;

/** The course and the stacks that the first screen begins with: those of one section where there are both. */
lw.overviewOf = (sections) => {
  const course = (section) => section.blocks.find(lw.isCourse);
  const stacks = (section) => section.blocks.find(lw.isStacks);
  const both = sections.find((section) => course(section) && stacks(section));
  const first = (found) => sections.map(found).find(Boolean);
  return (both ? [course(both), stacks(both)] : [first(course), first(stacks)]).filter(Boolean);
};

lw.overview = (blocks) => blocks.length
    ? lw.el('.panel.overview' + (blocks.length > 1 ? '.both' : ''), {}, blocks.map(lw.block)) : '';

/** Whether it only shows rows or a chart that were asked for: nothing was judged, so there is no verdict. */
lw.isBare = (report) => report.summary.verdict.length === 0
    && report.sections.every((section) => !section.title && !section.findings.length);

/** Sentences of which a narrow screen shows the beginning and a button for the rest: the figures follow on the same screen. */
lw.folded = (sentences) => {
  const room = lw.el('.sentences', {}, sentences);
  const more = lw.el('button.more', {
    type: 'button',
    'aria-expanded': 'false',
    onclick: () => {
      const open = room.classList.toggle('open');
      more.setAttribute('aria-expanded', open);
      more.textContent = open ? 'less' : 'more';
    },
  }, 'more');
  new ResizeObserver(() => room.classList.contains('open')
      || room.classList.toggle('cut', room.scrollHeight > room.clientHeight)).observe(room);
  return [room, more];
};

lw.firstScreen = (report) => {
  const findings = report.sections.flatMap((section) => section.findings);
  const {verdict, worst, table} = report.summary;
  const lead = table ? report.sections[table[0]].blocks[table[1]] : null;
  const findingsPanel = worst.length ? lw.el('.panel.worst', {}, lw.el('h2', {}, 'What to act on'),
      worst.map(([section, i]) => lw.wholeFinding(report.sections[section].findings[i])),
      findings.length > worst.length
          ? lw.el('p.footnote', {}, (findings.length - worst.length) + ' more in the sections below.') : '') : '';
  return lw.el('header', {},
      lw.el('p.brand', {}, lw.el('span.weight', {'aria-hidden': 'true'}), 'Loomweight', lw.el('span', {}, report.command)),
      lw.el('h1', {}, lw.words(report.title)),
      report.incomplete ? lw.el('.panel', {}, report.incomplete.map((sentence) => lw.el('p', {}, lw.sentences(sentence)))) : '',
      lw.isBare(report) ? '' : lw.el('.panel.verdict', {}, lw.badges(findings),
          lw.folded(verdict.map((sentence, i) => lw.el(i === 0 ? 'p.first' : 'p', {}, lw.sentences(sentence))))),
      lw.overview(report.overview),
      lw.el('.columns' + (findingsPanel && lead && !lw.standsAlone(lead) ? '.two' : ''), {}, findingsPanel,
          lead ? lw.lead(report.sections[table[0]], lw.narrowed(lead)) : ''));
};

lw.page = (report) => {
  const titled = report.sections.filter((section) => section.title);
  const navigation = titled.length > 1 ? lw.el('nav', {'aria-label': 'Sections'},
      titled.map((section) => lw.el('a', {href: '#' + section.anchor}, lw.words(section.title)))) : '';
  return [lw.firstScreen(report), navigation, ...report.sections.map(lw.section),
    lw.el('footer', {}, lw.el('p', {}, 'Made by “loomweight ' + report.command + '”. The file holds all that it needs and asks no'
        + ' network for anything. 1 KB is 1024 B; times are UTC. ◆ marks the frame that keeps a carrier, ■ the call that'
        + ' blocked.'),
      lw.el('p', {}, 'Drawn with d3 (ISC), d3-flame-graph (Apache 2.0) and uPlot (MIT); licences are in the page’s source.'))];
};

(() => {
  const report = JSON.parse(document.getElementById('report').textContent);
  report.sections.forEach((section, i) => {
    section.anchor = 's' + i + '-' + section.id;
    section.blocks.forEach((block, j) => block.anchor = section.anchor + '-' + j);
  });
  if (lw.isBare(report)) report.summary.table = null;
  const {worst, table} = report.summary;
  report.overview = lw.isBare(report) ? [] : lw.overviewOf(report.sections);
  report.overview.forEach((block) => Object.assign(block, {above: true, brief: true}));
  report.sections.forEach((section) => section.findings.filter((finding) => finding.site).forEach((finding) => {
    finding.tree = section.blocks.find((block) => lw.isStacks(block) && lw.hasSite(block, finding.site));
  }));
  worst.forEach(([section, i]) => report.sections[section].findings[i].above = true);
  if (table) {
    // The first screen has all of it.
    const lead = report.sections[table[0]].blocks[table[1]];
    const most = lead.rows.some((row) => row.role === 'group') ? lw.GROUPED_ROWS : lw.LEAD_ROWS;
    lead.above = lead.rows.length <= most && lead.columns.length <= lw.LEAD_COLUMNS
        && lw.narrowed(lead).rows.length === lead.rows.length;
  }
  document.title = report.title + ' – Loomweight ' + report.command;
  document.getElementById('page').append(...lw.page(report));
  performance.mark('first-screen');
})();
