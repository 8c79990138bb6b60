import type { Language } from '@laurel/contracts/languages';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../i18n/problem-text.ts';
import { cx } from '../../ui/cx.ts';
import styles from './form.module.css';
import { Present } from './presence.tsx';
import { useDraft } from './use-draft.ts';
import { Was } from './was.tsx';

export type Words = {
  label: string;
  /** The field, as edits name it. */
  field: string;
  language?: Language | undefined;
  /** Whether the field must have a value and has none. */
  missing?: boolean | undefined;
};

type FrameProps = Words & {
  /** Whether the control has a name of its own, and the words only stand above it. */
  named?: boolean;
  children: (control: { id: string; describedBy: string | undefined; wrong: boolean }) => ReactNode;
};

/** A label above a control, who else is in it, and what is wrong with its value below it. */
export const FieldFrame = ({ label, field, language, missing = false, named = false, children }: FrameProps) => {
  const { t } = useTranslation('editor');
  const { problems } = useDraft();
  const problemText = useProblemText();
  const id = useId();
  // A field that is missing in every language has one problem.
  const above = language === undefined ? undefined : field.slice(0, field.lastIndexOf('.'));
  const found = [...problems].flatMap(([path, each]) =>
    path === above || `${path}.`.startsWith(`${field}.`) ? each : [],
  );
  const said = [...new Set(found.map(problemText))];
  const notes = said.length === 0 && missing ? [t('missing')] : said;
  const describedBy = notes.length > 0 ? `${id}-notes` : undefined;
  return (
    <div className={cx(styles.field, notes.length > 0 && styles.wrong)} data-field={field}>
      <div className={styles.label}>
        {named ? (
          <span>{label}</span>
        ) : (
          <label htmlFor={id}>
            {label}
            {language !== undefined && <span className="visually-hidden">, {t(`languages.${language}`)}</span>}
          </label>
        )}
        <Present path={field} />
      </div>
      {children({ id, describedBy, wrong: notes.length > 0 })}
      {describedBy !== undefined && (
        <p id={describedBy} className={styles.note}>
          {notes.join('; ')}
        </p>
      )}
      <Was field={field} language={language} />
    </div>
  );
};

type Props = Words & {
  value: string;
  onChange(value: string): void;
  placeholder?: string;
  type?: 'text' | 'url';
};

/** A line of text that is saved as it is typed. */
export const TextField = ({ value, onChange, placeholder, type = 'text', ...words }: Props) => {
  const { mayEdit } = useDraft();
  return (
    <FieldFrame {...words}>
      {({ id, describedBy, wrong }) => (
        <input
          id={id}
          type={type}
          className={styles.input}
          lang={words.language}
          value={value}
          placeholder={placeholder}
          readOnly={!mayEdit}
          aria-invalid={wrong}
          aria-describedby={describedBy}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  );
};
