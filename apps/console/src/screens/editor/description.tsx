import { createElement, Fragment, type ReactNode } from 'react';
import { inertBody } from '../../lib/inert-html.ts';

const SHOWN: Readonly<Record<string, string>> = {
  ...{ p: 'p', br: 'br', strong: 'strong', b: 'strong', em: 'em', i: 'em', ul: 'ul', ol: 'ol', li: 'li' },
  ...{ div: 'p', h1: 'p', h2: 'p', h3: 'p', h4: 'p', blockquote: 'p' },
};
const SILENT = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'math', 'title', 'textarea']);
/** A < that begins no tag, as in “CPA<Target”: the server keeps it as text. */
const LONE =
  /<(?!\/?(?:p|br|strong|b|em|i|ul|ol|li|a|div|span|h[1-6]|blockquote|table|t[rdh]|img|script|style)\b|!--)/gi;

/**
 * A description as the site reads it, in a detached document: a text without blocks keeps its lines, and what looks like a tag but is
 * none stays text.
 */
export const bodyOf = (source: string): HTMLElement => {
  const html = source.replace(LONE, '&lt;');
  if (/<(?:p|br|ul|ol|div|h[1-6])\b/i.test(html)) return inertBody(html);
  const paragraphs = html.split(/\n\s*\n/).map((each) => `<p>${each.trim().replace(/ *\n */g, '<br>')}</p>`);
  return inertBody(paragraphs.join(''));
};

const toReact = (node: ChildNode): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element) || SILENT.has(node.localName)) return null;
  const name = SHOWN[node.localName];
  if (name === 'br') return <br />;
  const children = [...node.childNodes].map((child, place) => <Fragment key={place}>{toReact(child)}</Fragment>);
  if (name !== undefined) return createElement(name, undefined, children);
  // The links of the card lead nowhere: it only shows how it looks.
  return node.localName === 'a' ? <span data-link="">{children}</span> : children;
};

/** A description as visitors see it. Its markup never enters the page: it is rebuilt from an allow-list. */
export const Description = ({ html }: { html: string }) =>
  [...bodyOf(html).childNodes].map((node, place) => <Fragment key={place}>{toReact(node)}</Fragment>);

/** The text of a description in one line. */
export const plainText = (html: string): string => {
  const body = bodyOf(html);
  for (const each of body.querySelectorAll('p, li, br, div')) each.before(' ');
  return body.textContent.replace(/\s+/g, ' ').trim();
};
