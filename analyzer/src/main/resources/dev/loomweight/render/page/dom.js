'use strict';
// Elements are made by these functions alone. Words become text nodes, never markup: names in a report come from the
// program that was recorded.
const lw = {};

/** An element: lw.el('p.note', {id: 'x', onclick: f}, 'words', otherElement, ...). */
lw.el = (kind, attributes = {}, ...children) => {
  const [tag, ...classes] = kind.split('.');
  const element = document.createElement(tag || 'div');
  if (classes.length) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'style') Object.entries(value).forEach(([key, v]) => element.style.setProperty(key, v));
    else element.setAttribute(name, value === true ? '' : value);
  }
  children.flat().forEach((child) => {
    if (child !== undefined && child !== null && child !== '') element.append(child);
  });
  return element;
};

/** Words longer than this are shortened in the middle until the user asks for the rest. */
lw.LONGEST = 400;

/** Sentences are never cut within this length: what a finding advises is read to its end. */
lw.LONGEST_SENTENCES = 4000;

/** A name without a place to break is broken anywhere from this length on. */
lw.UNBROKEN = 40;

/** A part of a name, from one dot to the next, is broken before its capitals from this length on. */
lw.UNBROKEN_PART = 28;

/** Sentences, whole; only names in them that are longer than any real one make them {@link lw.words}. */
lw.sentences = (text) => text.length <= lw.LONGEST_SENTENCES && text.split(/\s/).every((word) => word.length <= lw.LONGEST)
    ? lw.breakable(text) : lw.words(text);

/** Words that may be of any length, and break where names do: after dots and dollars, before a plus, within long parts before capitals. */
lw.words = (text) => {
  if (text.length <= lw.LONGEST) return lw.breakable(text);
  const points = Array.from(text);
  const short = points.slice(0, 120).join('') + ' … ' + points.slice(-60).join('');
  const whole = 'all ' + points.length.toLocaleString('en') + ' characters';
  let open = false;
  const shown = lw.el('span', {}, lw.breakable(short));
  const button = lw.el('button.more', {
    type: 'button',
    onclick: (event) => {
      event.stopPropagation();
      open = !open;
      shown.replaceChildren(lw.breakable(open ? text : short));
      button.textContent = open ? 'less' : whole;
    },
  }, whole);
  return lw.el('span.long', {}, shown, ' ', button);
};

lw.breakable = (text) => {
  const parts = text.split(/(?<=[.$/_])(?=[\p{L}<])|(?<=[\p{L}\d])(?=\+\p{L})/u)
      .flatMap((part) => part.length < lw.UNBROKEN_PART ? part : part.split(/(?<=\s)/)
          .flatMap((word) => word.length < lw.UNBROKEN_PART ? word : word.split(/(?<=\p{Ll})(?=\p{Lu})/u)));
  if (parts.length < 2 && text.length < lw.UNBROKEN && !text.includes('-')) return document.createTextNode(text);
  const all = document.createDocumentFragment();
  parts.forEach((part, i) => {
    if (i > 0) all.append(document.createElement('wbr'));
    // An option is not broken after its hyphens.
    part.split(/(?<=\s|^)(?=-)/).forEach((piece) => {
      const [word] = piece.split(/\s/, 1);
      if (word.startsWith('-') && word.length < lw.UNBROKEN) {
        all.append(lw.el('span.unbroken', {}, word), piece.slice(word.length));
      } else {
        all.append(piece.split(' ').some((long) => long.length >= lw.UNBROKEN) ? lw.el('span.hard', {}, piece) : piece);
      }
    });
  });
  return all;
};

/** Calls draw once the element comes near the screen, when the page is printed, or when what is returned is called. */
lw.whenSeen = (element, draw) => {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    seen.disconnect();
    try {
      draw();
    } catch (error) {
      console.error(error);
      element.append(lw.el('p.empty', {}, 'This cannot be drawn: ' + error.message));
    }
  };
  const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) once();
  }, {rootMargin: '300px'});
  seen.observe(element);
  addEventListener('beforeprint', once);
  return once;
};

/** Calls back whenever colours change: another theme, or paper. */
lw.onTheme = (redraw) => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', redraw);
};

/** The value of a colour of the style sheet. */
lw.colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
