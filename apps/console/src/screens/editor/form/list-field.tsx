import { useTranslation } from 'react-i18next';
import type { FieldWords } from '../../../i18n/field-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { isMap, type Json } from '../apply-edits.ts';
import styles from './form.module.css';
import type { ControlProps } from './text-field.tsx';
import { useField } from './use-field.ts';

/** A list of lines, or of groups of lines. Each change saves the whole list. */
export const ListField = ({ field, path, label, hint, words }: ControlProps & { words: FieldWords }) => {
  const { t } = useTranslation('edition-form');
  const { draft, value, problem, enter } = useField(path);
  const { parts, max = 0 } = field;
  const items = Array.isArray(value) ? value : [];
  const save = (next: Json[]) => draft.set(path, next.length === 0 ? null : next);
  const textOf = (item: Json | undefined): string => (typeof item === 'string' ? item : '');
  return (
    <fieldset className={styles.texts}>
      <legend>{label}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {items.length === 0 && <p>{t('list.none')}</p>}
      {items.map((item, place) => (
        <div key={place} className={styles.item}>
          {(parts ?? ['']).map((part) => (
            <Field
              key={part}
              label={t('list.item', {
                label: words.label(part === '' ? path : `${path}.${part}`),
                number: place + 1,
              })}
              value={part === '' ? textOf(item) : textOf(isMap(item) ? item[part] : undefined)}
              error={problem(`[${place}]${part === '' ? '' : `.${part}`}`)}
              readOnly={!draft.mayEdit}
              onFocus={enter('')}
              onChange={({ target }) =>
                save(
                  items.with(
                    place,
                    part === '' ? target.value : { ...(isMap(item) ? item : {}), [part]: target.value },
                  ),
                )
              }
            />
          ))}
          {draft.mayEdit && (
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
      {draft.mayEdit && items.length < max && (
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
