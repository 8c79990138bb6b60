import { inLanguage, type Language } from '@laurel/contracts/languages';
import { type Award, type Content, countOf, dateOf, worded } from '../../http/plain-page.ts';
import type { PublishedDecisions } from './service.ts';
import { TEXTS } from './texts.policy.ts';

/**
 * Writes the page with the list of decisions.
 * @param base the path of a past year, such as /2025
 */
export const decisionsContent = (
  { atLeast, groups }: PublishedDecisions,
  categories: Award['categories'],
  language: Language,
  base = '',
): Content => {
  const texts = inLanguage(TEXTS, language);
  const rows = (group: PublishedDecisions['groups'][number]): string =>
    group.categories
      .map(({ nomination, niche, votes }) => {
        const name = `${nomination}/${niche}`;
        const count = votes === null ? worded(texts.fewerThan(atLeast)) : countOf(votes, language);
        return `<tr><th scope="row">${worded(categories.get(name)?.[language] ?? name)}</th><td>${count}</td></tr>`;
      })
      .join('');
  const cards = groups.map((group) => {
    const articles = group.decisions.map(({ number, state, appliedAt, undoneAt, reason }) => {
      const undone = undoneAt === null ? '' : `, ${worded(texts.undoneOn)} ${dateOf(undoneAt, language)}`;
      return [
        `<article id="decision-${number}"><div class="head"><h2>${worded(texts.decision(number))}</h2>`,
        `<span class="chip${state === 'undone' ? ' back' : ''}">${worded(texts[state])}</span></div>`,
        `<p class="meta">${worded(texts.decidedOn)} ${dateOf(appliedAt, language)}${undone}</p>`,
        `<p>${worded(reason[language] ?? '')}</p></article>`,
      ].join('');
    });
    return [
      `<section class="card">${articles.join('')}`,
      articles.length > 1 ? `<p class="note">${worded(texts.together)}</p>` : '',
      `<table><caption>${worded(texts.counts)}</caption><thead><tr><th scope="col">${worded(texts.category)}</th>`,
      `<th scope="col">${worded(texts.votes)}</th></tr></thead><tbody>${rows(group)}</tbody></table></section>`,
    ].join('');
  });
  const main = [
    `<h1>${worded(texts.title)}</h1><p class="lead">${worded(texts.lead)}</p>`,
    cards.length === 0 ? `<p class="card">${worded(texts.empty)}</p>` : cards.join(''),
    atLeast > 1 ? `<p class="note">${worded(texts.grouped(atLeast))}</p>` : '',
  ].join('');
  return { language, title: texts.title, main, path: `${base}/decisions`, base };
};
