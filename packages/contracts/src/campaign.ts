/** A campaign's name: letters, digits and a few signs. */
const NAME = /^[\p{L}\p{N} ._/-]{1,120}$/u;
const NOMINEE = ['nomination', 'niche', 'company'] as const;

/** The campaign of a nominee: its address on the site, without the first slash. */
export const nomineeCampaign = (nominee: Readonly<Record<(typeof NOMINEE)[number], string>>): string =>
  ['n', ...NOMINEE.map((name) => nominee[name])].join('/');

/**
 * The campaign that a visitor's address names, in small letters: its utm_campaign, else its utm_source, else the nominee to whom the link
 * leads. Empty if it names none; `other` if the name is none that we store.
 */
export const campaignOf = (search: string): string => {
  const query = new URLSearchParams(search);
  const tag = (query.get('utm_campaign') ?? query.get('utm_source') ?? '').trim().toLowerCase();
  if (tag !== '') return NAME.test(tag) ? tag : 'other';
  const [nomination, niche, company] = NOMINEE.map((name) => query.get(name));
  return nomination && niche && company
    ? campaignOf(`utm_campaign=${nomineeCampaign({ nomination, niche, company })}`)
    : '';
};
