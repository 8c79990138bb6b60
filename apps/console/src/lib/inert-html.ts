type Rules = { createHTML(html: string): string };

/** The part of the Trusted Types API (W3C) that the console uses; browsers without it take plain strings. */
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const rules: Rules = { createHTML: (html) => html };
const policy: Rules = window.trustedTypes?.createPolicy('laurel-inert', rules) ?? rules;

/** Without styles, which the Content-Security-Policy refuses even there, with an error for each. They are kept as `data-style`. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style\b[\s\S]*?<\/style\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));

/** Parses HTML into a detached document: its scripts do not run, its images do not load. */
export const inertBody = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(withoutStyles(html)), 'text/html').body;
