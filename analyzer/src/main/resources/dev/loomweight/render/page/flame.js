// Stacks as a flame graph, by d3-flame-graph. A stack comes from its group to its outermost frame, as far as it differs
// from the one before: [count, nanos, frames that it shares, the others].
lw.GROUP = 'group';
lw.HOLDER = 'holder';
lw.BLOCKER = 'blocker';
lw.MARKS = {none: '', group: '', holder: '◆ ', blocker: '■ '};
lw.MARK_WORDS = {none: '', group: '', holder: 'holder', blocker: 'blocker'};
lw.CELL = 20;

lw.flame = (tree) => {
  const block = lw.el('.block.flame', {id: tree.anchor, 'data-block': tree.id},
      tree.title ? lw.el('h3', {}, lw.words(tree.title)) : '');
  if (tree.stacks.length === 0) {
    block.append(lw.el('p.empty', {}, 'nothing'));
    return block;
  }
  const room = lw.el('.graph');
  const details = lw.el('.details', {role: 'status'}, 'Click a frame to zoom in and to see where its code is.');
  const found = lw.el('span.count', {role: 'status'});
  const graph = {tree, room, details, found, chart: null, called: false, term: ''};
  const search = lw.el('input', {type: 'search', placeholder: 'Search frames', 'aria-label': 'Search frames', oninput: () => {
    graph.term = search.value.trim().toLowerCase();
    lw.searchFlame(graph);
  }});
  const turn = lw.el('button', {type: 'button', 'aria-pressed': 'false', onclick: () => {
    graph.called = !graph.called;
    turn.setAttribute('aria-pressed', String(graph.called));
    turn.textContent = graph.called ? 'From what blocked' : 'From the thread';
    if (graph.chart) lw.drawFlame(graph);
  }}, 'From the thread');
  graph.bySite = () => graph.called && turn.click();
  const reset = lw.el('button', {type: 'button', onclick: () => graph.chart?.resetZoom()}, 'Reset zoom');
  const larger = lw.el('button', {type: 'button', 'aria-pressed': 'false', onclick: () => {
    const is = block.classList.toggle('large');
    larger.setAttribute('aria-pressed', String(is));
    larger.textContent = is ? 'Smaller' : 'Larger';
  }}, 'Larger');
  const legend = lw.el('p.legend', {}, ...(tree.frames.some(([, mark]) => mark === lw.HOLDER)
          ? [lw.el('span.swatch.holder', {'aria-hidden': 'true'}), ' ◆ holder: pins the carrier  '] : []),
          lw.el('span.swatch.blocker', {'aria-hidden': 'true'}), ' ■ blocker: the call that blocked');
  const tools = lw.el('.tools', {}, search, reset, turn, tree.brief ? larger : '', found);
  // On the first screen the stacks come before what is done with them.
  block.append(...(tree.brief ? [room, details, tools, legend] : [tools, legend, room, details]));
  tree.graph = graph;
  graph.draw = lw.whenSeen(room, () => {
    lw.drawFlame(graph);
    let width = room.clientWidth;
    new ResizeObserver(() => {
      if (room.clientWidth && Math.abs(room.clientWidth - width) > 2) {
        width = room.clientWidth;
        graph.chart.width(Math.max(280, width)).update();
      }
    }).observe(room);
  });
  lw.onTheme(() => graph.chart && lw.drawFlame(graph));
  return block;
};

/** Whether stacks are grouped under a site. */
lw.hasSite = (tree, site) => tree.frames.some(([name, mark]) => mark === lw.GROUP && name === site);

/** Zooms to the stacks of a site. */
lw.showSite = (graph, site) => {
  graph.draw();
  graph.bySite();
  const group = d3.select(graph.room).datum().children.find((node) => node.data.name === site);
  graph.chart.zoomTo(group);
  lw.flameDetails(graph, group);
};

/** Every stack as the numbers of its frames, the group first. */
lw.stacks = (tree) => {
  let before = [];
  return tree.stacks.map(([count, nanos, shared, rest]) => {
    before = before.slice(0, shared).concat(rest);
    return {count, nanos, frames: before};
  });
};

/** The tree that d3-flame-graph wants; called: from the thread inwards, without groups. */
lw.hierarchy = (tree, called) => {
  const stacks = lw.stacks(tree);
  const timed = stacks.some((stack) => stack.nanos > 0);
  const root = {name: 'all', mark: lw.GROUP, value: 0, count: 0, nanos: 0, below: new Map()};
  const add = (node, stack) => {
    node.count += stack.count;
    node.nanos += stack.nanos;
    node.value += timed ? stack.nanos : stack.count;
  };
  stacks.forEach((stack) => {
    const frames = called ? stack.frames.filter((frame) => tree.frames[frame][1] !== lw.GROUP).reverse() : stack.frames;
    let at = root;
    add(root, stack);
    frames.forEach((frame) => {
      let next = at.below.get(frame);
      if (!next) {
        const [name, mark] = tree.frames[frame];
        next = {name, mark, value: 0, count: 0, nanos: 0, below: new Map()};
        at.below.set(frame, next);
      }
      add(next, stack);
      at = next;
    });
  });
  const stack = [root];
  while (stack.length) {
    const node = stack.pop();
    node.children = [...node.below.values()].sort((a, b) => b.value - a.value);
    delete node.below;
    stack.push(...node.children);
  }
  return root;
};

lw.drawFlame = (graph) => {
  const {room, tree} = graph;
  const root = lw.hierarchy(tree, graph.called);
  graph.timed = root.nanos > 0;
  graph.total = root.value;
  graph.root = root;
  room.replaceChildren();
  const show = (node) => lw.flameDetails(graph, node);
  graph.chart = flamegraph.default()
      .width(Math.max(280, room.clientWidth))
      .cellHeight(lw.CELL)
      .inverted(true)
      .transitionDuration(matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200)
      .minFrameSize(1.5)
      .resetHeightOnZoom(true)
      .getName((d) => lw.MARKS[d.data.mark] + d.data.name)
      .label((d) => d.data.name + ' – ' + lw.flameFigures(graph, d.data))
      .setColorMapper((d) => lw.flameColour(d))
      .setSearchMatch((d, term) => d.data.name.toLowerCase().includes(term))
      .setSearchHandler((results, sum) => {
        graph.found.textContent = results.length.toLocaleString('en') + (results.length === 1 ? ' frame, ' : ' frames, ')
            + (graph.timed ? lw.format.nanos(sum) + ', ' : '') + lw.format.ratio(sum / graph.total);
      })
      .onClick((d) => show(d));
  d3.select(room).datum(root).call(graph.chart);
  room.dataset.drawn = 'true';
  if (graph.term) lw.searchFlame(graph);
};

lw.searchFlame = (graph) => {
  if (!graph.chart) return;
  if (graph.term) {
    graph.chart.search(graph.term);
  } else {
    graph.chart.clear();
    graph.found.textContent = '';
  }
};

lw.flameFigures = (graph, node) => [
  lw.MARK_WORDS[node.mark],
  graph.timed ? lw.format.nanos(node.nanos) : '',
  node.count.toLocaleString('en') + (node.count === 1 ? ' event' : ' events'),
  lw.format.ratio(node.value / graph.total),
].filter(Boolean).join(', ');

lw.flameDetails = (graph, node) => {
  const path = [];
  for (let at = node; at && at.depth > 0; at = at.parent) path.push(at);
  const place = lw.place(node.data.name);
  graph.details.replaceChildren(
      lw.el('p.name', {}, lw.el('code', {}, lw.words(node.data.name))),
      lw.el('p', {}, lw.flameFigures(graph, node.data)),
      place ? lw.el('p', {}, 'source: ', lw.el('code.place', {}, lw.words(place))) : '',
      path.length > 1 ? lw.el('ol.path', {}, path.slice(1, 9).map((at) => lw.el('li', {}, lw.el('code', {}, lw.words(lw.MARKS[at.data.mark] + at.data.name))))) : '');
};

/** Where the code of a frame is: class.method:line, or class.method(File.java:line). */
lw.place = (name) => {
  const inner = /^(.*)\(([^()]+):(\d+)\)$/.exec(name);
  const plain = inner ? null : /^([\p{L}\p{N}_$.\/]+)\.([^.:\s]+):(\d+)$/u.exec(name);
  if (inner) {
    const parts = inner[1].split('.').slice(0, -2);
    return parts.concat(inner[2]).join('/') + ':' + inner[3];
  }
  if (!plain) return '';
  const parts = plain[1].split('.');
  const outer = parts.pop().split('$')[0];
  return outer ? parts.concat(outer + '.java').join('/') + ':' + plain[3] : '';
};

/** Holders and blockers stand out; the other frames are pale, each package in its own hue. */
lw.flameColour = (d) => {
  if (d.highlight) return lw.colour('--found');
  if (d.data.mark === lw.HOLDER) return lw.colour('--holder');
  if (d.data.mark === lw.BLOCKER) return lw.colour('--blocker');
  if (d.data.mark === lw.GROUP) return lw.colour('--group');
  const home = d.data.name.split('.').slice(0, 2).join('.');
  let hash = 7;
  for (let i = 0; i < home.length; i++) hash = (hash * 31 + home.charCodeAt(i)) % 9973;
  return 'hsl(' + (30 + (hash * 47) % 190) + ' ' + lw.colour('--frame') + ')';
};
