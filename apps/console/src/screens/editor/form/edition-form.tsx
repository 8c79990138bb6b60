import {
  EDITION_FIELDS,
  EDITION_SECTIONS,
  type EditionField,
  type EditionSection,
  NOMINATION_FIELDS,
} from '@laurel/contracts/console/edition-fields';
import { LANGUAGES, type Language } from '@laurel/contracts/languages';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldWords } from '../../../i18n/field-words.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useProblemText } from '../../../i18n/problem-text.ts';
import { Choice } from '../../../ui/choice.tsx';
import { cx } from '../../../ui/cx.ts';
import { languageName } from '../../../ui/language-choice.tsx';
import { Note } from '../../../ui/note.tsx';
import { useDraft } from '../use-draft.ts';
import { FieldView } from './field-view.tsx';
import styles from './form.module.css';
import { elsewhereIn, ofEdition } from './problems.ts';
import { ownZone } from './time-field.tsx';

const useFieldWords = () => {
  const language = useLanguage();
  return useMemo(() => fieldWords(language), [language]);
};

/** The part of the form that an address names: `edition.dates`. */
export const sectionAt = (at: string | undefined): EditionSection | undefined =>
  EDITION_SECTIONS.find((section) => at === `edition.${section}`);

/** The fields of a part, with the heading of each group of them. */
const groupsOf = (section: EditionSection) =>
  EDITION_FIELDS.filter((field) => field.section === section).reduce<{ group: string; fields: EditionField[] }[]>(
    (groups, field) => {
      const last = groups.at(-1);
      if (last?.group === field.group) last.fields.push(field);
      else groups.push({ group: field.group, fields: [field] });
      return groups;
    },
    [],
  );

/** Which language a phone shows; wider screens show all of them side by side. */
const PhoneLanguage = ({ value, onChange }: { value: Language; onChange(value: Language): void }) => {
  const { t } = useTranslation();
  return (
    <div className={styles.phone}>
      <Choice
        label={t('language')}
        quiet
        options={LANGUAGES.map((language) => ({ value: language, label: languageName(language), lang: language }))}
        value={value}
        onChange={onChange}
      />
    </div>
  );
};

/** A part of the form for `edition.yaml`. */
export const EditionForm = ({ section }: { section: EditionSection }) => {
  const { t } = useTranslation('edition-form');
  const words = useFieldWords();
  const problemText = useProblemText();
  const draft = useDraft();
  const [shown, setShown] = useState(useLanguage());
  const groups = groupsOf(section);
  const elsewhere = elsewhereIn(ofEdition(draft.fields?.problems ?? []), section);
  return (
    <div className={styles.form} data-shown={shown}>
      <header>
        <h2>{t(`section.${section}`)}</h2>
        <p className={styles.hint}>{t(`lead.${section}`)}</p>
        {section === 'dates' && <p className={styles.zone}>{t('zone', { zone: ownZone() })}</p>}
      </header>
      {groups.some(({ fields }) => fields.some(({ localized }) => localized)) && (
        <PhoneLanguage value={shown} onChange={setShown} />
      )}
      {elsewhere.length > 0 && (
        <Note tone="bad">
          <b>{t('elsewhere')}</b>
          <ul>
            {elsewhere.map((problem) => (
              <li key={`${problem.field} ${problem.rule}`}>
                {words.group(problem.field) ?? problem.field} {problemText(problem)}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {groups.map(({ group, fields }) => {
        const title = groups.length > 1 ? words.group(group) : undefined;
        return (
          <section key={fields[0]?.path} className={cx(styles.group, section === 'dates' && styles.line)}>
            {title !== undefined && <h3>{title}</h3>}
            {fields.map((field) => (
              <FieldView key={field.path} field={field} words={words} />
            ))}
          </section>
        );
      })}
    </div>
  );
};

/** The fields of a nomination or a category. Its place is that in the tree. @param path like `nominations.best-duo` */
export const ItemFields = ({ kind, path }: { kind: 'nomination' | 'category'; path: string }) => {
  const words = useFieldWords();
  const [shown, setShown] = useState(useLanguage());
  return (
    <div className={styles.form} data-shown={shown}>
      <PhoneLanguage value={shown} onChange={setShown} />
      {NOMINATION_FIELDS[kind]
        .filter((field) => field.path !== 'order')
        .map((field) => (
          <FieldView key={field.path} field={field} words={words} of={{ path, kind }} />
        ))}
    </div>
  );
};
