type Rules = { createHTML(html: string): string };

/** The part of the Trusted Types API (W3C) that the console uses; browsers without it take plain strings. */
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const rules: Rules = { createHTML: (html) => html };
const policy: Rules = window.trustedTypes?.createPolicy('laurel-inert', rules) ?? rules;

/** Parses HTML into a detached document: its scripts do not run, its images do not load. */
export const inertBody = (html: string): HTMLElement =>
  new DOMParser().parseFromString(policy.createHTML(html), 'text/html').body;
