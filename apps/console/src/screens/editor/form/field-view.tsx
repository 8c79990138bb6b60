import type { EditionField } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import type { FieldWords } from '../../../i18n/field-words.ts';
import { Choice } from '../../../ui/choice.tsx';
import { FieldFrame } from '../text-field.tsx';
import { useDraft } from '../use-draft.ts';
import { ColourControl } from './colour-control.tsx';
import styles from './fields.module.css';
import { ListControl } from './list-control.tsx';
import { LogoControl } from './logo-control.tsx';
import { NumberControl, TextControl, TimeControl } from './plain-fields.tsx';
import { RegionsControl } from './regions-control.tsx';

type Props = {
  field: EditionField;
  words: FieldWords;
  /** What its words are called by: its path, but for a part of an item of a list. */
  name?: string;
  /** The number of the item that it is a part of. */
  number?: number;
};

/** A field of an edition's files, as its row of the table says. */
export const FieldView = ({ field, words, name = field.path, number }: Props) => {
  const { t } = useTranslation('edition-form');
  const draft = useDraft();
  const { path, kind, localized, options = [], standard } = field;
  const isText = localized || kind === 'line' || kind === 'link' || kind === 'prose';
  const called = number === undefined ? words.label(name) : t('list.item', { label: words.label(name), number });
  const label = field.optional && isText ? t('optional', { label: called }) : called;
  const control = { field, label, hint: words.help(name) };
  if (localized) {
    return (
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <div key={language} data-in={language}>
            <TextControl {...control} language={language} />
          </div>
        ))}
      </div>
    );
  }
  if (isText) return <TextControl {...control} />;
  if (kind === 'number') return <NumberControl {...control} />;
  if (kind === 'time') return <TimeControl {...control} />;
  if (kind === 'regions') return <RegionsControl {...control} />;
  if (kind === 'colour') return <ColourControl {...control} />;
  if (kind === 'logo') return <LogoControl {...control} />;
  if (kind === 'list') {
    const part = (each: EditionField, place: number) => {
      const own = { ...each, path: `${path}.${place}.${each.path}` };
      return <FieldView key={each.path} field={own} words={words} name={`${name}.${each.path}`} number={place + 1} />;
    };
    return <ListControl {...control} part={part} />;
  }
  return (
    <FieldFrame label={label} field={path} named>
      {() => (
        <>
          <Choice
            label={label}
            quiet
            options={options.map((option) => ({ value: option, label: words.option(path, option) }))}
            value={String(draft.get(path) ?? standard ?? options[0])}
            onChange={(next) => draft.mayEdit && draft.set(path, next)}
          />
          <p className={styles.hint}>{control.hint}</p>
        </>
      )}
    </FieldFrame>
  );
};
