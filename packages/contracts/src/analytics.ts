/** A service that counts visits for an award, and what a page's policy (CSP) must allow for it. */
export type AnalyticsService = {
  readonly name: string;
  /** The service's script for an award's id. */
  script(id: string): string;
  readonly scripts: readonly string[];
  readonly connects: readonly string[];
};

const PLAUSIBLE: AnalyticsService = {
  name: 'Plausible',
  script: () => 'https://plausible.io/js/script.js',
  scripts: ['https://plausible.io'],
  connects: ['https://plausible.io'],
};
// The sources that Google names for Google Analytics 4.
const GOOGLE: AnalyticsService = {
  name: 'Google Analytics',
  script: (id) => `https://www.googletagmanager.com/gtag/js?id=${id}`,
  scripts: ['https://*.googletagmanager.com'],
  connects: ['https://*.google-analytics.com', 'https://*.analytics.google.com', 'https://*.googletagmanager.com'],
};

/** The id of an award: a measurement id of Google Analytics 4, or its domain at Plausible. */
export const ANALYTICS_ID = /^(G-[A-Z0-9]{4,20}|[a-z0-9-]+(\.[a-z0-9-]+)+)$/;

/** The service to which an id belongs. */
export const serviceOf = (id: string): AnalyticsService => (id.startsWith('G-') ? GOOGLE : PLAUSIBLE);
