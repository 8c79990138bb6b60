import { EDITION_FIELDS } from '@laurel/contracts/console/edition-fields';
import { parseJson } from '@laurel/contracts/json';
import { LANGUAGES, type Language, localeOf } from '@laurel/contracts/languages';
import { localized } from '@laurel/contracts/nominee';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { fieldWords } from '../../i18n/field-words.ts';
import { textMap } from '../../i18n/text-map.ts';
import { countryCodes } from '../../lib/country-names.ts';
import { formatTime } from '../../ui/time.tsx';
import type { Difference } from './types.ts';

type Change = Difference['changes'][number];
/** The names of nominations, categories and nominees by their paths: see `namesOf`. */
type Names = ReadonlyMap<string, string>;

/** What a change does to votes that were given. */
type Effect = 'meaning' | 'counting' | 'times' | 'none';

/** The field of a change: what it belongs to, which part of that it is, and its language. */
type Place = { of: 'edition' | 'nomination' | 'category' | 'nominee'; path: string; part: string; language?: Language };

const NONE = 'none';
const ORDER = ' (order)';
/** The place of an item without a tag, and what is in it. */
const PLACE = /\.\d+(?:\.|$).*$/;
const IN_ITEM = /^(nominations\.[^.]+(?:\.categories\.[^.]+(?:\.companies\.[^.]+)?)?)(?:\.|$)/;
const IN_NOMINATION = /^(nominations\.[^.]+(?:\.categories\.[^.]+(?:\.companies\.[^.]+)?)?)\.(.+)$/;
const FIELDS = new Map(EDITION_FIELDS.map((field) => [field.path, field]));
/** Lists of groups in a nomination's file. */
const LISTS = new Set(['category.sponsors']);
/** The parts of nominations, categories and nominees that decide what a vote means. */
const MEANING = new Set(['nomination.title', 'category.name', 'nominee.name', 'nominee.logo']);
/** The names of files of pictures say nothing. */
const FILES = new Set(['look.logo', 'nominee.logo', 'nominee.picture.file']);

const kindOf = (item: string): 'nomination' | 'category' | 'nominee' => {
  if (item.includes('.companies.')) return 'nominee';
  return item.includes('.categories.') ? 'category' : 'nomination';
};

const placeOf = (field: string): Place => {
  const language = LANGUAGES.find((each) => field.endsWith(`.${each}`));
  const text = language === undefined ? field : field.slice(0, -language.length - 1);
  const [, path, part] = IN_NOMINATION.exec(text) ?? [];
  const more = language === undefined ? {} : { language };
  if (path === undefined || part === undefined) return { of: 'edition', path: text, part: text, ...more };
  const of = kindOf(path);
  return { of, path, part: `${of}.${part}`, ...more };
};

/** What a change does to votes. */
export const effectOf = (field: string): Effect => {
  const { of, path, part } = placeOf(field);
  if (of !== 'edition') return MEANING.has(part) ? 'meaning' : 'none';
  if (/^phases\.(?!nominating)/.test(path)) return 'times';
  return /^(year|approvals|reverify|results|log)\b/.test(path) ? 'counting' : 'none';
};

/** Where the editor shows a field: its nominee, category or nomination, or the part of the form. */
export const placeInEditor = (field: string): string => {
  const [, item] = IN_ITEM.exec(field) ?? [];
  if (item !== undefined) return item;
  const [found] = EDITION_FIELDS.filter(
    ({ path }) => `${field}.`.startsWith(`${path}.`) || path.startsWith(`${field}.`),
  );
  return `edition.${found?.section ?? 'texts'}`;
};

const tagOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Says in a language which field a change is about and what happened to it, and what its values mean. The namespaces `edition` and
 * `edition-form` must be loaded.
 * @param t translates the keys of `edition` to that language
 */
export const changeWords = (t: TFunction<'edition'>, language: Language, names: Names) => {
  const fields = fieldWords(language);
  const [parts, nouns, verbs, languages] = ['part', 'noun', 'verb', 'language'].map((key) =>
    textMap(language, 'edition', `words.${key}`),
  );
  const nameOf = (path: string): string => names.get(path) ?? names.get(`companies.${tagOf(path)}`) ?? tagOf(path);

  const did = (part: string, { before, after }: Change, inLanguage: Language | undefined): string => {
    const verb = verbs?.get(before === NONE ? 'added' : after === NONE ? 'removed' : 'changed') ?? '';
    if (inLanguage === undefined) return t('words.did', { part, verb });
    return t('words.didIn', { part, verb, language: languages?.get(inLanguage) ?? inLanguage });
  };

  const orderOf = (list: string): string => {
    const above = list.slice(0, list.lastIndexOf('.'));
    if (list.endsWith('.companies')) return t('words.order.companies', { name: nameOf(above) });
    return list === 'nominations' ? t('words.order.nominations') : t('words.order.categories', { name: nameOf(above) });
  };

  /** A field without a change, such as one that breaks a rule. */
  const fieldName = (field: string): string => {
    if (field.endsWith(ORDER)) return orderOf(field.slice(0, -ORDER.length));
    const { of, path, part, language: inLanguage } = placeOf(field);
    const noun = nouns?.get(part.replace(PLACE, '')) ?? fields.label(path.replace(PLACE, ''));
    const what = inLanguage === undefined ? noun : `${noun} ${languages?.get(inLanguage) ?? inLanguage}`;
    if (IN_ITEM.exec(field)?.[1] === field) return t(`words.${kindOf(field)}Alone`, { name: nameOf(field) });
    if (of !== 'edition') return t(`words.${of}`, { name: nameOf(path), what });
    // An item of a list is part of its field; a group has a name of its own.
    const known = FIELDS.get(path.replace(PLACE, ''));
    if (!known) return fields.group(path) ?? path;
    const group = fields.group(known.group);
    return group === undefined ? what : t('words.of', { name: group, what });
  };

  const sentence = (change: Change): string => {
    const { field } = change;
    if (field.endsWith(ORDER)) return orderOf(field.slice(0, -ORDER.length));
    if (field === 'edition') return t('words.edition');
    const { of, path, part, language: inLanguage } = placeOf(field);
    if (of !== 'edition') {
      return t(`words.${of}`, { name: nameOf(path), what: did(parts?.get(part) ?? part, change, inLanguage) });
    }
    const what = did(t('words.quoted', { part: fields.label(path) }), change, inLanguage);
    const group = fields.group(FIELDS.get(path)?.group ?? '');
    return group === undefined ? capital(what) : t('words.of', { name: group, what });
  };

  /** Codes of countries, without those of the other list. */
  const countries = (codes: string, others: string): string => {
    const known = new Map(countryCodes(localeOf(language)).map((each) => [each.code, each.names[0]]));
    const rest = codes.split(', ').filter((code) => !others.split(', ').includes(code));
    return rest.map((code) => [known.get(code), `+${code}`].filter((each) => each !== undefined).join(' ')).join(', ');
  };

  /** The items of a list of groups: their texts in this language, without the names of their logos. */
  const listed = (text: string): string => {
    const items = z.array(z.record(z.string(), z.unknown())).safeParse(parseJson(`[${text}]`)).data;
    const shown = items?.map(({ logo: _logo, ...parts }) =>
      Object.values(parts)
        .map((part) => localized.safeParse(part).data?.[language] ?? String(part))
        .join(' · '),
    );
    return shown?.join('; ') ?? text;
  };

  const value = (field: string, text: string, other: string): string => {
    if (text === NONE) return text;
    if (field.endsWith(ORDER)) {
      const list = field.slice(0, -ORDER.length);
      return text
        .split(', ')
        .map((tag) => nameOf(`${list}.${tag}`))
        .join(', ');
    }
    if (IN_ITEM.exec(field)?.[1] === field) return nameOf(field);
    const { of, path, part } = placeOf(field);
    const kind = FIELDS.get(path)?.kind;
    if (kind === 'time') return Number.isNaN(Date.parse(text)) ? text : formatTime(text, { show: 'full', language });
    if (kind === 'regions') return countries(text, other) || NONE;
    if (LISTS.has(part) || FIELDS.get(path)?.parts) return listed(text);
    if (kind === 'choice') return fields.option(path, text);
    return of === 'nomination' ? fields.option(part, text) : text;
  };

  return {
    sentence,
    fieldName,
    /** The values before and after in words; undefined if they would say nothing. */
    values: ({ field, before, after }: Change): { before: string; after: string } | undefined => {
      const values = { before: value(field, before, after), after: value(field, after, before) };
      // Of a list, only a logo may have changed.
      return FILES.has(placeOf(field).part) || values.before === values.after ? undefined : values;
    },
    /** Changes that say the same once: a nominee has one name in all of its categories. */
    distinct: (changes: readonly Change[]): Change[] => [
      ...new Map(changes.map((each) => [`${sentence(each)} ${each.before} ${each.after}`, each])).values(),
    ],
    /** A nominee with its category. */
    nominee: ({ nomination, niche, company }: Difference['added'][number]): { name: string; place: string } => {
      const category = `nominations.${nomination}.categories.${niche}`;
      const [title, called] = [nameOf(`nominations.${nomination}`), nameOf(category)];
      return {
        name: nameOf(`${category}.companies.${company}`),
        place: title === called ? title : `${title}: ${called}`,
      };
    },
  };
};
