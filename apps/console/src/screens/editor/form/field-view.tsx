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

/** A field of `edition.yaml`, as its row of the table says. */
export const FieldView = ({ field, words }: { field: EditionField; words: FieldWords }) => {
  const { t } = useTranslation('edition-form');
  const draft = useDraft();
  const { path, kind, localized, options = [], standard } = field;
  const isText = localized || kind === 'line' || kind === 'link' || kind === 'prose';
  const label = field.optional && isText ? t('optional', { label: words.label(path) }) : words.label(path);
  const control = { field, label, hint: words.help(path) };
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
  if (kind === 'list') return <ListControl {...control} words={words} />;
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
