// Figures side by side: a line for each bar, its name at the left, its figure at the right.
lw.bars = (bars) => {
  const shown = bars.groups.filter((group) => group.bars.length);
  return lw.el('.block.bars', {id: bars.anchor, 'data-block': bars.id},
      bars.title ? lw.el('h3', {}, lw.words(bars.title)) : '',
      shown.length === 0 ? lw.el('p.empty', {}, 'nothing')
          : lw.el('dl', {}, shown.flatMap((group) => [lw.el('dt', {}, lw.words(group.name)),
            ...group.bars.map((bar) => lw.oneBar(bars.columns[bar.column], bar))])));
};

lw.oneBar = (name, {column, part, figure, why}) => lw.el('dd', {title: why || null},
    lw.el('span.name', {}, lw.words(name)),
    lw.el('span.track', {'aria-hidden': 'true'}, part > 0 ? lw.el('span', {
      style: {width: Math.max(0.5, 100 * part) + '%', background: `var(${column ? lw.PALETTE[(column - 1) % 8] : '--bar'})`},
    }) : ''),
    lw.el('span.figure', {}, lw.words(why ? figure + ' ' + why : figure)));
