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

/** Names longer than this are shortened in the middle until somebody asks for the rest. */
lw.LONGEST = 160;

/** Words that may be of any length. */
lw.words = (text) => {
  if (text.length <= lw.LONGEST) return document.createTextNode(text);
  const points = Array.from(text);
  const short = points.slice(0, 90).join('') + ' … ' + points.slice(-50).join('');
  let open = false;
  const shown = lw.el('span', {}, short);
  const button = lw.el('button.more', {
    type: 'button',
    'aria-label': 'show the whole name',
    onclick: (event) => {
      event.stopPropagation();
      open = !open;
      shown.textContent = open ? text : short;
      button.textContent = open ? 'less' : 'all ' + points.length.toLocaleString('en') + ' characters';
    },
  }, 'all ' + points.length.toLocaleString('en') + ' characters');
  return lw.el('span.long', {}, shown, ' ', button);
};

/** Calls draw once the element comes near the screen, or when the page is printed. */
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
};

/** Calls back whenever colours change: another theme, or paper. */
lw.onTheme = (redraw) => {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  matchMedia('print').addEventListener('change', redraw);
};

/** The value of a colour of the style sheet. */
lw.colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
