import type { EditionField } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES } from '@laurel/contracts/languages';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldWords } from '../../../i18n/field-words.ts';
import { Choice } from '../../../ui/choice.tsx';
import { languageName } from '../../../ui/language-choice.tsx';
import styles from './form.module.css';
import { ListField } from './list-field.tsx';
import { NumberField } from './number-field.tsx';
import { RegionsField } from './regions-field.tsx';
import { TextField } from './text-field.tsx';
import { TimeField } from './time-field.tsx';
import { useField } from './use-field.ts';

type Props = {
  field: EditionField;
  words: FieldWords;
  /** The item that has the field, like `nominations.best-duo`, and what its fields are called by: `nomination`. */
  of?: { path: string; kind: string };
};

/** A field of an edition, as its row of the table says. */
export const FieldView = ({ field, words, of }: Props) => {
  const { t } = useTranslation('edition-form');
  const id = useId();
  const path = of ? `${of.path}.${field.path}` : field.path;
  const name = of ? `${of.kind}.${field.path}` : field.path;
  const { draft, value, problem } = useField(path);
  const label = field.optional && field.localized ? `${words.label(name)} (${t('optional')})` : words.label(name);
  const hint = words.help(name);
  const shared = { field, path, label, ...(hint === undefined ? {} : { hint }) };
  if (field.kind === 'number') return <NumberField {...shared} />;
  if (field.kind === 'time') return <TimeField {...shared} />;
  if (field.kind === 'regions') return <RegionsField {...shared} />;
  if (field.kind === 'list') return <ListField {...shared} words={words} />;
  if (field.kind === 'choice') {
    const error = problem('');
    return (
      <div className={styles.field}>
        <Choice
          label={label}
          options={(field.options ?? []).map((option) => ({ value: option, label: words.option(name, option) }))}
          value={typeof value === 'string' ? value : String(field.standard ?? '')}
          onChange={(next) => draft.mayEdit && draft.set(path, next === '' ? null : next)}
        />
        {hint !== undefined && <p className={styles.hint}>{hint}</p>}
        {error !== undefined && <p className={styles.error}>{error}</p>}
      </div>
    );
  }
  if (!field.localized) return <TextField {...shared} part="" />;
  return (
    <fieldset className={styles.texts} aria-describedby={hint === undefined ? undefined : id}>
      <legend>{label}</legend>
      {hint !== undefined && (
        <p id={id} className={styles.hint}>
          {hint}
        </p>
      )}
      <div className={styles.two}>
        {LANGUAGES.map((language) => (
          <div key={language} data-in={language}>
            <TextField field={field} path={path} part={`.${language}`} label={languageName(language)} lang={language} />
          </div>
        ))}
      </div>
    </fieldset>
  );
};
