import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import type { EditionField } from '@laurel/contracts/console/edition-fields';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../../i18n/problem-text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';
import type { ControlProps } from './plain-fields.tsx';

type Props = ControlProps & {
  /** Shows a part of an item. */
  part(part: EditionField, place: number): ReactNode;
};

/** A list of lines, or of groups of fields. To add, move and remove saves the whole list; a field of a group saves itself. */
export const ListControl = ({ field: { path, parts, max = 0 }, label, hint, part }: Props) => {
  const { t } = useTranslation('edition-form');
  const { get, set, mayEdit, problems } = useDraft();
  const problemText = useProblemText();
  const value = get(path);
  const items = Array.isArray(value) ? value : [];
  const save = (next: FieldValue[]) => set(path, next.length === 0 ? null : next);
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      <p className={styles.hint}>{hint}</p>
      <p className={styles.error}>{problems.get(path)?.map(problemText).join('; ')}</p>
      {items.map((item, place) => {
        const name = { label, number: place + 1 };
        return (
          <div key={place} className={styles.item}>
            {parts ? (
              parts.map((each) => part(each, place))
            ) : (
              <TextField
                field={`${path}.${place}`}
                label={t('list.item', name)}
                value={typeof item === 'string' ? item : ''}
                onChange={(text) => save(items.with(place, text))}
              />
            )}
            {mayEdit && (
              <div className={styles.itemButtons}>
                {parts && (
                  <Button
                    small
                    tone="quiet"
                    disabled={place === 0}
                    aria-label={t('list.upNamed', name)}
                    onClick={() => save(items.toSpliced(place, 1).toSpliced(place - 1, 0, item))}
                  >
                    {t('list.up')}
                  </Button>
                )}
                <Button
                  small
                  tone="quiet"
                  aria-label={t('list.removeNamed', name)}
                  onClick={() => save(items.toSpliced(place, 1))}
                >
                  {t('list.remove')}
                </Button>
              </div>
            )}
          </div>
        );
      })}
      {mayEdit && items.length < max && (
        <Button small aria-label={t('list.addNamed', { label })} onClick={() => save([...items, parts ? {} : ''])}>
          {t('list.add')}
        </Button>
      )}
    </fieldset>
  );
};
