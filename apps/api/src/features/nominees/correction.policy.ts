import { textOf } from '@laurel/catalog/sanitize-description';
import { line, link, prose } from '@laurel/catalog/schema-parts';
import { HIDDEN } from '@laurel/contracts/hidden';
import { inLanguage, LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { z } from 'zod';
import { escaped } from '../../http/html.ts';
import { worded } from '../../http/plain-page.ts';
import { TEXTS } from './kit-texts.policy.ts';
import type { Nominee } from './policy.ts';

/** Texts of a nominee by field: `name.en`, `desc.uk`, `link`. */
export type Fields = Readonly<Record<string, string>>;
/** What a team changed in the form, and what became of it. */
export type Correction = { changes: Fields; outcome: 'sent' | 'limited' | 'invalid' };

const MAX = { name: 80, desc: 2000, link: 2000 };
const RULES = z.object({ name: line(MAX.name), desc: prose(MAX.desc), link: link.or(z.literal('')) }).partial();
const UNSEEN = new RegExp(`[${HIDDEN}]|[^\\P{Cc}\\n]`, 'gu');

/** The text of a description, in lines. */
const inLines = (html: string): string =>
  textOf(html.replace(/<br \/>|<\/li>/g, '\n').replaceAll('</p>', '\n\n')).replaceAll('&amp;', '&');

const fieldsOf = ({ name, desc, link }: Nominee['company']): Fields => {
  const texts = LANGUAGES.map((each) => ({ [`name.${each}`]: name[each], [`desc.${each}`]: inLines(desc[each]) }));
  return Object.assign({}, ...texts, { link });
};

/** What a sent form changes in the public texts of a nominee. */
export const readCorrection = (company: Nominee['company'], form: Fields): Correction => {
  const changes = Object.entries(fieldsOf(company)).flatMap(([field, shown]) => {
    const text = (form[field] ?? shown).replaceAll('\r\n', '\n').replace(UNSEEN, '').trim();
    return text === shown ? [] : [[field, text] as const];
  });
  const valid = changes.every(([field, text]) => RULES.safeParse({ [field.replace(/\..*/, '')]: text }).success);
  return { changes: Object.fromEntries(changes), outcome: valid && changes.length > 0 ? 'sent' : 'invalid' };
};

/** The form for a correction, with what is public or was typed, and what became of it. */
export const correctionHtml = (company: Nominee['company'], language: Language, path: string, sent?: Correction) => {
  const texts = inLanguage(TEXTS, language).correct;
  if (sent?.outcome === 'sent') return `<p id="correct" role="status">${worded(texts.sent)}</p>`;
  const shown = { ...fieldsOf(company), ...sent?.changes };
  const input = (kind: keyof typeof MAX, field: string, of = ''): string => {
    const text = escaped(shown[field] ?? '');
    const named = `id="${field}" name="${field}" maxlength="${MAX[kind]}"`;
    // HTML ignores a line break right after the tag.
    const box = kind === 'desc' ? `<textarea ${named}>\n${text}</textarea>` : `<input ${named} value="${text}">`;
    return `<label for="${field}">${worded(texts.fields[kind])}${of}</label>${box}`;
  };
  const inputs = LANGUAGES.map((each) => {
    const of = ` (${LANGUAGE_SETTINGS[each].label})`;
    return input('name', `name.${each}`, of) + input('desc', `desc.${each}`, of);
  });
  const problem = sent ? `<p class="error" role="alert">${worded(texts[sent.outcome])}</p>` : '';
  const form = `<form id="correct" method="post" action="${path}?lang=${language}#correct" accept-charset="utf-8">`;
  return `<p>${worded(texts.text)}</p>${form}${problem}${inputs.join('')}${input('link', 'link')}<button>${worded(texts.send)}</button></form>`;
};
