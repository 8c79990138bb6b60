import { createElement, Fragment, memo, type ReactNode } from 'react';
import { parseHtml } from '../lib/parse-html.ts';

/** What a description may be made of; of every other element only the text stays, or nothing at all. */
const PLAIN: ReadonlySet<string> = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li']);
const VOID: ReadonlySet<string> = new Set(['br']);
const SILENT: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'title',
]);
const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

const safeHref = (link: Element): string | undefined => {
  const url = URL.parse(link.getAttribute('href') ?? '');
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
};

const drawn = (node: ChildNode): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (SILENT.has(name)) return null;
  if (VOID.has(name)) return createElement(name);
  const children = [...node.childNodes].map((child, place) => <Fragment key={place}>{drawn(child)}</Fragment>);
  if (PLAIN.has(name)) return createElement(name, undefined, children);
  const href = name === 'a' ? safeHref(node) : undefined;
  if (href === undefined) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
};

/**
 * Shows HTML by building its text, emphasis, lists, line breaks and web links anew, one element after the other. Markup
 * never goes into the page, so there is nothing in it that could run, load or style, whatever the string was.
 */
export const RichText = memo(({ html }: { html: string }) =>
  [...parseHtml(html)].map((node, place) => <Fragment key={place}>{drawn(node)}</Fragment>),
);
