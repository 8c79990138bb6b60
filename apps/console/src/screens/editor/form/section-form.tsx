import { EDITION_FIELDS, type EditionSection, type FormField } from '@laurel/contracts/console/edition-fields';
import { LANGUAGES } from '@laurel/contracts/languages';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldWords, fieldWords } from '../../../i18n/field-words.ts';
import { useLanguage } from '../../../i18n/language.ts';
import { useProblemText } from '../../../i18n/problem-text.ts';
import { Choice } from '../../../ui/choice.tsx';
import { cx } from '../../../ui/cx.ts';
import { languageName } from '../../../ui/language-choice.tsx';
import { Note } from '../../../ui/note.tsx';
import { useDraft } from '../use-draft.ts';
import { FieldView } from './field-view.tsx';
import styles from './fields.module.css';
import { MailGroup } from './mail-group.tsx';
import { ownZone } from './plain-fields.tsx';

/** The fields of a part, by their groups in order. */
const groupsOf = (section: EditionSection): (readonly [FormField, ...FormField[]])[] =>
  EDITION_FIELDS.filter((field) => field.section === section).reduce<[FormField, ...FormField[]][]>((groups, field) => {
    const last = groups.at(-1);
    if (last?.[0].group === field.group) last.push(field);
    else groups.push([field]);
    return groups;
  }, []);

/** What is wrong with a part as a whole, or with keys that no field has; the first part shows those. */
const useOtherProblems = (section: EditionSection, words: FieldWords): string[] => {
  const { problems } = useDraft();
  const problemText = useProblemText();
  return [...problems].flatMap(([path, found]) => {
    if (path.startsWith('nominations.') || EDITION_FIELDS.some((field) => `${path}.`.startsWith(`${field.path}.`))) {
      return [];
    }
    const inside = EDITION_FIELDS.find((field) => path !== '' && field.path.startsWith(`${path}.`));
    return (inside?.section ?? 'texts') === section
      ? found.map((each) => `${words.group(path) ?? path}: ${problemText(each)}`)
      : [];
  });
};

/** A part of the form for `edition.yaml`. */
export const SectionForm = ({ section }: { section: EditionSection }) => {
  const { t } = useTranslation('edition-form');
  const language = useLanguage();
  const words = useMemo(() => fieldWords(language), [language]);
  const others = useOtherProblems(section, words);
  // A phone shows one language; wider screens show all of them side by side.
  const [shown, setShown] = useState(language);
  const groups = groupsOf(section);
  return (
    <div className={styles.form} data-shown={shown}>
      <header>
        <h2>{t(`section.${section}`)}</h2>
        <p className={styles.hint}>{t(`lead.${section}`)}</p>
        {section === 'dates' && <p className={styles.zone}>{t('zone', { zone: ownZone() })}</p>}
      </header>
      {others.length > 0 && <Note tone="warn">{others.join('; ')}</Note>}
      {groups.flat().some(({ localized }) => localized) && (
        <div className={styles.languages}>
          <div className={styles.pair} aria-hidden="true">
            {LANGUAGES.map((each) => (
              <b key={each}>{languageName(each)}</b>
            ))}
          </div>
          <div className={styles.phone}>
            <Choice
              label={t('language')}
              quiet
              options={LANGUAGES.map((each) => ({ value: each, label: languageName(each), lang: each }))}
              value={shown}
              onChange={setShown}
            />
          </div>
        </div>
      )}
      {groups.map((fields) => {
        const [{ group, path }] = fields;
        const title = groups.length > 1 ? words.group(group) : undefined;
        const views = fields.map((field) => <FieldView key={field.path} field={field} words={words} />);
        if (section === 'mails') {
          return (
            <MailGroup key={path} group={group} title={title}>
              {views}
            </MailGroup>
          );
        }
        return (
          <section key={path} className={cx(styles.group, section === 'dates' && styles.line)}>
            {title !== undefined && <h3>{title}</h3>}
            {views}
          </section>
        );
      })}
    </div>
  );
};
