import { trusted } from './trusted-types.ts';

/** Parses HTML into a detached document: its scripts do not run, its images do not load. */
export const parseHtml = (html: string): NodeListOf<ChildNode> =>
  new DOMParser().parseFromString(trusted.createHTML(html), 'text/html').body.childNodes;
