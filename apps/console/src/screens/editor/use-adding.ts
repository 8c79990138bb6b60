import { LANGUAGES } from '@laurel/contracts/languages';
import { useNavigate } from '@tanstack/react-router';
import { isMap } from '../../lib/draft-fields.ts';
import { kindOf, type Nominee, newTag, type Texts } from './outline.ts';
import { useDraft } from './use-draft.ts';

const firstOf = (texts: Texts): string => LANGUAGES.map((each) => texts[each]).find(Boolean) ?? '';

/** Adds and duplicates items. Their tags are made of their names. */
export const useAdding = () => {
  const { nominations, edit, get, id } = useDraft();
  const navigate = useNavigate({ from: '/edition/editor' });
  const categories = nominations.flatMap((each) => each.categories);
  const nominees = categories.flatMap((each) => each.nominees);
  const inCategory = (path: string) => categories.find((each) => each.path === path)?.nominees ?? [];

  /** Somebody of the same name is the same nominee, in another category. */
  const tagFor = (name: string, category: string): string => {
    const isSame = (each: Nominee) =>
      Object.values(each.name).some((other) => other.trim().toLowerCase() === name.toLowerCase());
    const here = inCategory(category);
    const known = nominees.find((each) => isSame(each) && !here.some(({ tag }) => tag === each.tag));
    return here.some(isSame) || !known ? newTag(name, new Set(nominees.map(({ tag }) => tag))) : known.tag;
  };

  return {
    /** Adds a nominee at the end of a category. */
    addNominee: (category: string, text: string): void => {
      const name = text.trim();
      if (name === '') return;
      const tag = tagFor(name, category);
      const known = nominees.find((each) => each.tag === tag);
      const whole = known ? get(known.path) : null;
      // The same nominee has the same name, logo and texts everywhere.
      const item = isMap(whole) ? whole : { tag, name };
      edit([{ kind: 'add', list: `${category}.companies`, item, at: inCategory(category).length }]);
    },
    /** Copies a nominee into its own category, below it, or into another one. */
    copyNominee: (nominee: Nominee, category: string): void => {
      const whole = get(nominee.path);
      if (!isMap(whole)) return;
      const own = category === nominee.category;
      const tag = own ? newTag(firstOf(nominee.name), new Set(nominees.map((each) => each.tag))) : nominee.tag;
      const list = inCategory(category);
      const at = own ? list.findIndex(({ path }) => path === nominee.path) + 1 : list.length;
      edit([{ kind: 'add', list: `${category}.companies`, item: { ...whole, tag }, at }]);
      void navigate({ search: { draft: id, at: `${category}.companies.${tag}` }, resetScroll: false });
    },
    /** Adds a nomination, or a category to a nomination, and opens it. */
    addGroup: (above: string, names: Texts): void => {
      const isCategory = kindOf(above) === 'nomination';
      const siblings = isCategory ? (nominations.find(({ path }) => path === above)?.categories ?? []) : nominations;
      const tag = newTag(firstOf(names), new Set(siblings.map((each) => each.tag)));
      const list = isCategory ? `${above}.categories` : 'nominations';
      const texts = { ...names };
      const item = isCategory ? { tag, name: texts, companies: [] } : { tag, title: texts, categories: [] };
      edit([{ kind: 'add', list, item, at: siblings.length }]);
      void navigate({ search: { draft: id, at: `${list}.${tag}` }, resetScroll: false });
    },
  };
};
