import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './editor.module.css';
import { Icon } from './icons.tsx';
import type { Item } from './item-dialogs.tsx';
import { useDraft } from './use-draft.ts';
import { useNames } from './use-names.ts';

// Lazy, so that nominees are there before them.
const dialogs = () => import('./item-dialogs.tsx');
const MenuDialog = lazy(async () => ({ default: (await dialogs()).MenuDialog }));
const RemoveDialog = lazy(async () => ({ default: (await dialogs()).RemoveDialog }));
const LazyAddDialog = lazy(async () => ({ default: (await dialogs()).AddDialog }));

/** Adds a nomination, or a category to one. */
export const AddDialog = (props: { above: string; onClose(): void }) => (
  <Suspense>
    <LazyAddDialog {...props} />
  </Suspense>
);

/** Begins with no nominations: a new server has those of an example. */
export const RemoveAll = () => {
  const { t } = useTranslation('editor');
  const { nominations, mayEdit } = useDraft();
  const [open, setOpen] = useState(false);
  if (!mayEdit || nominations.length < 2) return null;
  return (
    <>
      <Button small onClick={() => setOpen(true)}>
        {t('remove.all')}
      </Button>
      {open && (
        <Suspense>
          <RemoveDialog
            title={t('remove.allTitle', { count: nominations.length })}
            items={nominations}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

/** The button of what can be done with a nomination, a category or a nominee: rename, move, duplicate, remove. */
export const ItemMenu = ({ item }: { item: Item }) => {
  const { t } = useTranslation('editor');
  const nameOf = useNames();
  const { mayEdit } = useDraft();
  const [open, setOpen] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <button
        type="button"
        className={styles.iconButton}
        aria-label={t('menu.open', { name: nameOf(item.name) })}
        onClick={() => setOpen(true)}
      >
        <Icon name="more" />
      </button>
      {open && (
        <Suspense>
          <MenuDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
