import { useTranslation } from 'react-i18next';
import { isMap } from '../../lib/draft-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { splitItem, valueAt } from './apply-edits.ts';
import { type Conflict, itemOf } from './draft-store.ts';
import styles from './editor.module.css';
import { useDraft } from './use-draft.ts';
import { useNames, useValueText } from './use-names.ts';

/** The changes of this person that somebody else's change stands in the way of, with both values. Neither is lost. */
export const Conflicts = () => {
  const { t } = useTranslation('editor');
  const { conflicts, fields, resolve } = useDraft();
  const nameOf = useNames();
  const shown = useValueText();
  if (!fields || conflicts.length === 0) return null;
  /** The nominee, category or nomination of a field, by its name. */
  const nameOfPlace = ({ edit }: Conflict): string => {
    for (let path = itemOf(edit); path.includes('.'); path = splitItem(path).list) {
      const item = valueAt(fields, path);
      const name = isMap(item) && 'tag' in item ? (item.name ?? item.title) : undefined;
      if (typeof name === 'string') return name;
      if (isMap(name)) return nameOf({ en: String(name.en ?? ''), uk: String(name.uk ?? '') });
    }
    return t('conflict.award');
  };
  return (
    <div role="alert" className={styles.conflicts}>
      {conflicts.map((conflict) => {
        const { edit, current, by } = conflict;
        const who = by ?? t('conflict.somebody');
        const isSet = edit.kind === 'set';
        return (
          <Note key={`${edit.kind} ${itemOf(edit)}`} tone="warn">
            <h2>{nameOfPlace(conflict)}</h2>
            {isSet || edit.kind === 'add' ? (
              <dl className={styles.versions}>
                <div>
                  <dt>{t('conflict.theirs', { name: who })}</dt>
                  <dd>{isSet ? shown(current) : t('conflict.sameItem')}</dd>
                </div>
                <div>
                  <dt>{t('conflict.mine')}</dt>
                  <dd>{isSet ? shown(edit.after) : shown(edit.item.name ?? edit.item.title ?? null)}</dd>
                </div>
              </dl>
            ) : (
              <p>{t('conflict.gone', { name: who })}</p>
            )}
            <div className={styles.buttons}>
              {(isSet || edit.kind === 'add') && (
                <Button small tone="main" onClick={() => resolve(conflict, 'mine')}>
                  {t('conflict.keepMine')}
                </Button>
              )}
              <Button small onClick={() => resolve(conflict, 'theirs')}>
                {isSet || edit.kind === 'add' ? t('conflict.keepTheirs') : t('conflict.understood')}
              </Button>
            </div>
          </Note>
        );
      })}
    </div>
  );
};
