import proofWorker from './proof.worker.ts?worker&url';

type Rules = { createHTML(html: string): string; createScriptURL(url: string): string };

/** The part of the Trusted Types API that is used here (W3C); browsers without it take the strings themselves. */
declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: Rules): Rules };
  }
}

const rules: Rules = {
  // Only ever parsed into a document that runs and loads nothing (parse-html.ts).
  createHTML: (html) => html,
  // The one script that the page starts by its address.
  createScriptURL: (url) => {
    if (url !== proofWorker) throw new TypeError('only the worker of proofs is started');
    return url;
  },
};

/** The page's one policy of Trusted Types. */
export const trusted: Rules = window.trustedTypes?.createPolicy('laurel', rules) ?? rules;
