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
