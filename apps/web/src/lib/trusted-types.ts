import proofWorker from './proof.worker.ts?worker&url';

type Rules = { createHTML(html: string): string; createScriptURL(url: string): string };

/** The part of the Trusted Types API (W3C) that the page uses; browsers without it take plain strings. */
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const rules: Rules = {
  // parse-html.ts parses it into a document that runs and loads nothing.
  createHTML: (html) => html,
  // The worker of proofs is the only script that the page starts by URL.
  createScriptURL: (url) => {
    if (url !== proofWorker) throw new TypeError('only the worker of proofs is started');
    return url;
  },
};

/** The page's only Trusted Types policy. */
export const trusted: Rules = window.trustedTypes?.createPolicy('laurel', rules) ?? rules;
