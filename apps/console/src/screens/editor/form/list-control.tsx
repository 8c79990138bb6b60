import type { FieldValue } from '@laurel/contracts/console/calls/editor';
import { useTranslation } from 'react-i18next';
import type { FieldWords } from '../../../i18n/field-words.ts';
import { isMap, partOf, textOf } from '../../../lib/draft-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import styles from './fields.module.css';
import type { ControlProps } from './plain-fields.tsx';

/** A list of lines, or of groups of lines. Each change saves the whole list. */
export const ListControl = ({ field, label, hint, words }: ControlProps & { words: FieldWords }) => {
  const { t } = useTranslation('edition-form');
  const { get, set, mayEdit } = useDraft();
  const { path, parts, max = 0 } = field;
  const value = get(path);
  const items = Array.isArray(value) ? value : [];
  const save = (next: FieldValue[]) => set(path, next.length === 0 ? null : next);
  const partsOf = (item: FieldValue, at: string, number: number) =>
    parts
      ? parts.map((part) => ({
          field: `${at}.${part}`,
          label: t('list.item', { label: words.label(`${path}.${part}`), number }),
          value: textOf(partOf(item, part)),
          next: (text: string): FieldValue => ({ ...(isMap(item) ? item : {}), [part]: text }),
        }))
      : [
          {
            field: at,
            label: t('list.item', { label, number }),
            value: textOf(item),
            next: (text: string): FieldValue => text,
          },
        ];
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      <p className={styles.hint}>{hint}</p>
      {items.map((item, place) => (
        <div key={place} className={styles.item}>
          {partsOf(item, `${path}.${place}`, place + 1).map(({ next, ...control }) => (
            <TextField key={control.field} {...control} onChange={(text) => save(items.with(place, next(text)))} />
          ))}
          {mayEdit && (
            <Button
              small
              tone="quiet"
              aria-label={t('list.removeNamed', { label, number: place + 1 })}
              onClick={() => save(items.toSpliced(place, 1))}
            >
              {t('list.remove')}
            </Button>
          )}
        </div>
      ))}
      {mayEdit && items.length < max && (
        <Button
          small
          aria-label={t('list.addNamed', { label })}
          onClick={() => save([...items, parts ? Object.fromEntries(parts.map((part) => [part, ''])) : ''])}
        >
          {t('list.add')}
        </Button>
      )}
    </fieldset>
  );
};
