import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { BACKGROUND_NAMES } from '@laurel/contracts/public-edition';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { splitItem } from './apply-edits.ts';
import styles from './editor.module.css';
import { type Category, kindOf, type Nomination, type Nominee } from './outline.ts';
import { TextField } from './text-field.tsx';
import { useAdding } from './use-adding.ts';
import { useDraft } from './use-draft.ts';
import { useMoves } from './use-moves.ts';
import { useNames } from './use-names.ts';

const CategorySponsors = lazy(() => import('./form/category-sponsors.tsx'));

export type Item = Nomination | Category | Nominee;
type Props = { item: Item; onClose(): void };

/** Moves or copies a nominee to another category. */
const OtherCategory = ({ nominee, onClose }: { nominee: Nominee; onClose(): void }) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { nominations } = useDraft();
  const { move } = useMoves();
  const { copyNominee } = useAdding();
  const [to, setTo] = useState(nominee.category);
  const categories = nominations.flatMap(({ name, categories }) =>
    categories.map((each) => ({ ...each, label: `${nameOf(name)} · ${nameOf(each.name)}` })),
  );
  const target = categories.find(({ path }) => path === to);
  const isThere = to !== nominee.category && target?.nominees.some(({ tag }) => tag === nominee.tag);
  const act = (made: () => void) => () => {
    made();
    onClose();
  };
  return (
    <div className={styles.menuPart}>
      <Select
        label={t('menu.category')}
        value={to}
        options={categories.map(({ path, label }) => ({ value: path, label }))}
        onChange={({ target }) => setTo(target.value)}
        error={isThere ? t('menu.isThere') : undefined}
      />
      <div className={styles.buttons}>
        <Button
          disabled={isThere || to === nominee.category}
          onClick={act(() => move(nominee.path, `${to}.companies`, target?.nominees.length ?? 0))}
        >
          {t('menu.moveThere')}
        </Button>
        <Button disabled={isThere} onClick={act(() => copyNominee(nominee, to))}>
          {t('menu.duplicate')}
        </Button>
      </div>
    </div>
  );
};

/** The names of a nomination or a category, a nomination's background, and a category's sponsors. */
const Names = ({ item }: { item: Nomination | Category }) => {
  const { t } = useTranslation('editor');
  const { get, set } = useDraft();
  const isNomination = 'categories' in item;
  const field = `${item.path}.${isNomination ? 'title' : 'name'}`;
  return (
    <>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t('menu.nameIn', { language: t(`languages.${language}`) })}
          field={`${field}.${language}`}
          value={item.name[language] ?? ''}
          missing={item.name[language] === undefined}
          onChange={(text) => set(`${field}.${language}`, text || null)}
        />
      ))}
      {isNomination && (
        <Select
          label={t('menu.background')}
          value={String(get(`${item.path}.backgroundName`) ?? '')}
          options={BACKGROUND_NAMES.map((value) => ({ value, label: t(`backgrounds.${value || 'none'}`) }))}
          onChange={({ target }) => set(`${item.path}.backgroundName`, target.value || null)}
        />
      )}
      {!isNomination && (
        <Suspense>
          <CategorySponsors path={item.path} />
        </Suspense>
      )}
    </>
  );
};

const nomineesIn = (item: Item): readonly Nominee[] =>
  'categories' in item ? item.categories.flatMap(nomineesIn) : 'nominees' in item ? item.nominees : [item];

/** Asks before items are removed, and says what that does to votes. */
export const RemoveDialog = ({ title, items, onClose }: { title: string; items: readonly Item[]; onClose(): void }) => {
  const { t } = useTranslation('editor');
  const navigate = useNavigate({ from: '/edition/editor' });
  const { edit, fields } = useDraft();
  const nominees = items.flatMap(nomineesIn);
  const known = new Set(fields?.published);
  const published = nominees.filter(({ path }) => known.has(path)).length;
  const remove = async () => {
    edit(items.map(({ path }) => ({ kind: 'remove', item: path })));
    await navigate({
      search: (search) => {
        const removed = items.find(({ path }) => `${search.at}.`.startsWith(`${path}.`));
        return removed ? { ...search, at: splitItem(splitItem(removed.path).list).list || undefined } : search;
      },
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <ConfirmDialog title={title} action={t('remove.action')} tone="danger" onConfirm={remove} onClose={onClose}>
      {nominees.length > 0 && !items.some((item) => 'desc' in item) && (
        <p>{t('remove.inside', { count: nominees.length })}</p>
      )}
      <p>{published > 0 ? t('remove.votes', { count: published }) : t('remove.noVotes')}</p>
      <p>{t('remove.until')}</p>
    </ConfirmDialog>
  );
};

/** What can be done with an item. */
export const MenuDialog = ({ item, onClose }: Props) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { step } = useMoves();
  const [state, setState] = useState<'menu' | 'removing' | 'adding'>('menu');
  if (state === 'removing') {
    const title = t('remove.title', { name: nameOf(item.name) });
    return <RemoveDialog title={title} items={[item]} onClose={onClose} />;
  }
  if (state === 'adding') return <AddDialog above={item.path} onClose={onClose} />;
  return (
    <Dialog title={nameOf(item.name)} onClose={onClose}>
      {'desc' in item ? <OtherCategory nominee={item} onClose={onClose} /> : <Names item={item} />}
      <div className={styles.buttons}>
        <Button onClick={() => step(item.path, -1)}>{t('menu.up')}</Button>
        <Button onClick={() => step(item.path, 1)}>{t('menu.down')}</Button>
        {'categories' in item && <Button onClick={() => setState('adding')}>{t('menu.addCategory')}</Button>}
      </div>
      <DialogActions>
        <Button tone="danger" onClick={() => setState('removing')}>
          {t('menu.remove')}
        </Button>
        <Button tone="main" onClick={onClose}>
          {t('menu.done')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Adds a nomination, or a category to one. */
export const AddDialog = ({ above, onClose }: { above: string; onClose(): void }) => {
  const { t } = useTranslation('editor');
  const { addGroup } = useAdding();
  const [names, setNames] = useState<Partial<Record<Language, string>>>({});
  const [isEmpty, setEmpty] = useState(false);
  const kind = kindOf(above) === 'nomination' ? 'category' : 'nomination';
  const add = () => {
    const given = Object.entries(names).filter(([, name]) => name.trim() !== '');
    setEmpty(given.length === 0);
    if (given.length === 0) return;
    addGroup(above, Object.fromEntries(given));
    onClose();
  };
  return (
    <Dialog title={t(`add.${kind}`)} onClose={onClose}>
      {LANGUAGES.map((language, place) => (
        <Field
          key={language}
          label={t('menu.nameIn', { language: t(`languages.${language}`) })}
          lang={language}
          value={names[language] ?? ''}
          error={isEmpty && place === 0 ? t('add.empty') : undefined}
          onChange={({ target }) => setNames({ ...names, [language]: target.value })}
        />
      ))}
      <DialogActions>
        <Button tone="main" onClick={add}>
          {t('add.action')}
        </Button>
      </DialogActions>
    </Dialog>
  );
};
