import { inertBody } from '../../lib/inert-html.ts';

/** The value of a style of an element, which `inertBody` keeps as text. */
const styleOf = (element: Element, name: string): string =>
  new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*(\\w+)`, 'i').exec(element.getAttribute('data-style') ?? '')?.[1] ?? '';
const isBold = (weight: string): boolean => /^(?:bold|bolder|[6-9]00)$/i.test(weight);

/** An element in place of another one, with its content. */
const replace = (element: Element, name?: string): void => {
  if (name === undefined) element.replaceWith(...element.childNodes);
  else {
    const other = element.ownerDocument.createElement(name);
    other.append(...element.childNodes);
    element.replaceWith(other);
  }
};

/** Lines of a list in Word are paragraphs with a bullet or a number as text. */
const asListItem = (paragraph: Element): void => {
  const [marker] = paragraph.querySelectorAll('[data-style*="mso-list" i]');
  const ordered = /^\s*\w+[.)]/.test(marker?.textContent ?? '');
  marker?.remove();
  const before = paragraph.previousElementSibling;
  const name = ordered ? 'ol' : 'ul';
  const list = before?.localName === name ? before : paragraph.ownerDocument.createElement(name);
  if (list !== before) paragraph.before(list);
  const item = paragraph.ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  list.append(item);
  paragraph.remove();
};

/**
 * Pasted HTML of Word, Google Docs or a web page, with its emphasis as elements: they write it as styles, which the
 * Content-Security-Policy keeps a parser from reading. The editor drops everything else that a description can't have.
 */
export const cleanPaste = (html: string): string => {
  const body = inertBody(html);
  for (const each of body.querySelectorAll('script, meta, title, img, xml')) each.remove();
  for (const paragraph of body.querySelectorAll('p[data-style*="mso-list" i], p[class*="MsoListParagraph" i]')) {
    asListItem(paragraph);
  }
  for (const each of body.querySelectorAll('b, strong'))
    if (/^(?:normal|[1-5]00)$/i.test(styleOf(each, 'font-weight'))) replace(each);
  for (const each of body.querySelectorAll('span, font')) {
    const [bold, italic] = [
      isBold(styleOf(each, 'font-weight')),
      /^(?:italic|oblique)$/i.test(styleOf(each, 'font-style')),
    ];
    if (bold && italic) {
      const slanted = each.ownerDocument.createElement('em');
      slanted.append(...each.childNodes);
      each.append(slanted);
    }
    replace(each, bold ? 'strong' : italic ? 'em' : undefined);
  }
  for (const each of body.querySelectorAll('td, th')) each.append(' ');
  // Google Docs put a break between paragraphs.
  for (const each of body.querySelectorAll(':is(p, ul, ol, h1, h2, h3) + br')) each.remove();
  for (const each of body.querySelectorAll('p, div, li')) {
    // A blank line in Word and in a page of WordPress.
    if (each.textContent.trim() === '' && !each.querySelector('br')) each.remove();
  }
  return body.innerHTML;
};
