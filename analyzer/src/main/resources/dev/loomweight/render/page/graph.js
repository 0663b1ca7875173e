// Who depends on whom: a box a line, so that names can be read at any width, and arrows at the left of them. An arrow
// to the next box is straight; longer ones are arcs, the longer the farther out.
lw.SVG = 'http://www.w3.org/2000/svg';
lw.LANE = 14;
lw.MOST_LANES = 8;

lw.graph = (graph) => {
  const boxes = graph.nodes.map((node) => lw.el('li' + (node.marked ? '.marked' : '') + '.' + node.kind, {},
      lw.el('span.kind', {}, node.kind), ' ', lw.el('strong', {}, lw.words(node.label)),
      node.detail ? lw.el('code', {}, lw.words(node.detail)) : '',
      lw.el('ul', {}, graph.edges.filter((edge) => graph.nodes[edge.from] === node).map((edge) =>
        lw.el('li', {}, (edge.certain ? '' : 'may be ') + edge.label + ' ', lw.words(graph.nodes[edge.to].label))))));
  const lanes = lw.lanes(graph.edges);
  const room = lw.LANE * (2 + Math.max(0, ...lanes));
  const drawing = document.createElementNS(lw.SVG, 'svg');
  drawing.setAttribute('aria-hidden', 'true');
  const list = lw.el('ol', {style: {'margin-left': room + 'px'}}, boxes);
  const holder = lw.el('.drawing', {}, drawing, list);
  const draw = () => lw.drawEdges(drawing, room, boxes, graph.edges, lanes, holder.getBoundingClientRect());
  const element = lw.el('.block.waits', {id: graph.anchor, 'data-block': graph.id},
      graph.title ? lw.el('h3', {}, lw.words(graph.title)) : '',
      graph.nodes.length ? holder : lw.el('p.empty', {}, 'nothing'),
      graph.left ? lw.el('p.footnote', {}, lw.format.count(graph.left) + ' more in the JSON form of this report.') : '');
  lw.whenSeen(element, () => {
    draw();
    new ResizeObserver(draw).observe(holder);
  });
  addEventListener('beforeprint', draw);
  return element;
};

/** The lane of each edge, from the boxes outwards, so that arcs that share a stretch have lanes of their own. */
lw.lanes = (edges) => {
  const ends = (edge) => [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)];
  const order = edges.map((edge, i) => i).sort((a, b) => {
    const [from, to] = ends(edges[a]);
    const [otherFrom, otherTo] = ends(edges[b]);
    return (to - from) - (otherTo - otherFrom) || from - otherFrom;
  });
  const lanes = edges.map(() => 0);
  const taken = [];
  order.forEach((i) => {
    const [from, to] = ends(edges[i]);
    if (edges[i].to === edges[i].from + 1) return;
    let lane = 1;
    while (lane < lw.MOST_LANES && taken.some((one) => one.lane === lane && one.from < to && from < one.to)) lane++;
    taken.push({lane, from, to});
    lanes[i] = lane;
  });
  return lanes;
};

lw.drawEdges = (drawing, room, boxes, edges, lanes, frame) => {
  drawing.setAttribute('width', room);
  drawing.setAttribute('height', frame.height);
  const places = boxes.map((box) => box.getBoundingClientRect());
  const y = (i, part) => places[i].top - frame.top + places[i].height * part;
  drawing.replaceChildren(...edges.map((edge, i) => {
    const line = document.createElementNS(lw.SVG, 'path');
    const end = room - 3;
    if (lanes[i] === 0) {
      const x = room - 8;
      const to = y(edge.to, 0.5);
      line.setAttribute('d', `M${x},${y(edge.from, 0.5)} V${to} H${end} m-4,-3 l4,3 l-4,3`);
    } else {
      const x = room - 8 - lw.LANE * lanes[i];
      const from = y(edge.from, 0.35);
      const to = y(edge.to, edge.to > edge.from ? 0.3 : 0.7);
      line.setAttribute('d', `M${end},${from} H${x + 4} Q${x},${from} ${x},${from + (to > from ? 4 : -4)} `
          + `V${to + (to > from ? -4 : 4)} Q${x},${to} ${x + 4},${to} H${end} m-4,-3 l4,3 l-4,3`);
    }
    line.setAttribute('class', (edge.marked ? 'marked' : '') + (edge.certain ? '' : ' possible'));
    return line;
  }));
};
