import type { Edition } from '@laurel/catalog/edition';
import type { Language } from '@laurel/contracts/languages';
import type { Phase } from '@laurel/contracts/phase';
import { previewTags } from '../../http/link-preview.ts';
import { isVictory, labelOf, type Occasion } from './occasion.policy.ts';
import { queryOf, type Shared } from './share.policy.ts';

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const DESCRIPTION_LENGTH = 200;

/** A description as plain text: no tags, one line, no longer than a preview shows. */
export const plainText = (html: string): string => {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;:])/g, '$1')
    .trim();
  if (words.length <= DESCRIPTION_LENGTH) return words;
  return `${words.slice(0, DESCRIPTION_LENGTH).replace(/\s+\S*$/, '')}…`;
};

/** What the head of the page describes. */
export type HeadSubject = {
  readonly shared: Shared;
  readonly occasion: Occasion;
  readonly phase: Phase;
  readonly language: Language;
};

/** The meta tags of the page for link previews (https://ogp.me). */
export const headTags = (edition: Edition, subject: HeadSubject, publicUrl: string): string => {
  const { shared, occasion, phase, language } = subject;
  const { nomination, company } = shared;
  const { texts, year } = edition;
  const name = `${texts.name[language]} ${year}`;
  const victory = isVictory(occasion) ? labelOf(occasion, edition, language) : '';
  const title = [company?.name[language], victory, nomination?.title[language], name].filter(Boolean).join(' · ');
  const description = plainText(company?.desc[language] ?? texts.hero.lead[language]);
  const query = queryOf(shared);
  query.set('lang', language);
  const image = new URLSearchParams(query);
  if (company) image.set('phase', phase);
  return previewTags({
    language,
    site: name,
    title,
    description,
    url: `${publicUrl}/?${query}`,
    canonical: `${publicUrl}/`,
    image: `${publicUrl}/share/card.png?${image}`,
  });
};
