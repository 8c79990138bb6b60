import { createElement, Fragment, memo, type ReactNode } from 'react';
import { parseHtml } from '../lib/parse-html.ts';
import { parseUrl } from '../lib/parse-url.ts';

/** The allowed elements beside links; of every other element only the text stays, or nothing at all. */
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
  const url = parseUrl(link.getAttribute('href') ?? '');
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
};

const toReact = (node: ChildNode): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (SILENT.has(name)) return null;
  if (VOID.has(name)) return createElement(name);
  const children = [...node.childNodes].map((child, place) => <Fragment key={place}>{toReact(child)}</Fragment>);
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
 * Shows HTML by rebuilding its text, paragraphs, emphasis, lists, line breaks, and links to http, https and mailto as
 * React elements. The markup itself never enters the page, so nothing in it can run, load or style.
 */
export const RichText = memo(({ html }: { html: string }) =>
  [...parseHtml(html)].map((node, place) => <Fragment key={place}>{toReact(node)}</Fragment>),
);
