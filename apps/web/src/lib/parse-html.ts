import { trusted } from './trusted-types.ts';

/** Parses HTML into nodes that belong to no page: no script in them runs, no picture loads. */
export const parseHtml = (html: string): NodeListOf<ChildNode> =>
  new DOMParser().parseFromString(trusted.createHTML(html), 'text/html').body.childNodes;
