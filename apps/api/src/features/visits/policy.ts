import type { VisitStep } from '@laurel/contracts/console/calls/visits';

/** A campaign's name: letters, digits and a few signs. */
const NAME = /^[\p{L}\p{N} ._/-]{1,120}$/u;
const NOMINEE = ['nomination', 'niche', 'company'] as const;

/**
 * The campaign that a visitor's address names, in small letters: its utm_campaign, else its utm_source, else the path of the nominee to whom
 * the link leads, without its first slash. Empty if it names none; `other` if the name is none that we store.
 */
export const campaignOf = (search: string): string => {
  const query = new URLSearchParams(search);
  const tag = (query.get('utm_campaign') ?? query.get('utm_source') ?? '').trim().toLowerCase();
  if (tag !== '') return NAME.test(tag) ? tag : 'other';
  const [nomination, niche, company] = NOMINEE.map((name) => query.get(name));
  return nomination && niche && company ? campaignOf(`utm_campaign=n/${nomination}/${niche}/${company}`) : '';
};

/** What is counted, by the method and route of a request that succeeded. */
const STEPS: Readonly<Record<string, VisitStep>> = {
  'GET /': 'views',
  'GET /n/:nomination/:niche/:company': 'views',
  'POST /api/users/register': 'registered',
  'POST /api/users/login': 'logins',
  'POST /api/vote': 'votes',
};
/** Programs that fetch pages and say so. */
const PROGRAM = /bot|crawl|spider|preview|\+http|curl|wget|python|headless/i;

type Asked = { method: string; route: string; url: string; referer: string | undefined; agent: string | undefined };

/**
 * The step that a request takes, and the campaign that led to it: a page's own address names it, and the address of the page that sends a
 * request (its referrer, which this site's pages send to this site only). Undefined for what is not counted.
 */
export const visitOf = ({
  method,
  route,
  url,
  referer = '',
  agent = '',
}: Asked): { step: VisitStep; campaign: string } | undefined => {
  const step = STEPS[`${method} ${route}`];
  // Who comes from a nominee's page was counted there.
  const isKnown = step === 'views' && url.includes('from=page');
  if (!step || isKnown || PROGRAM.test(agent)) return undefined;
  const [path = '', query = ''] = (step === 'views' ? url : referer).split('?');
  const campaign = campaignOf(query);
  // A nominee's page without a tag counts for the nominee.
  return { step, campaign: campaign === '' && route !== '/' && step === 'views' ? path.slice(1) : campaign };
};
