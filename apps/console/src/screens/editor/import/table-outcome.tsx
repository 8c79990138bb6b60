import { TABLE_FIELDS } from '@laurel/contracts/console/calls/editor';
import { localeOf } from '@laurel/contracts/languages';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { useNumbers } from '../../../i18n/numbers.ts';
import { useProblemText } from '../../../i18n/problem-text.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Sums } from '../../../ui/stat-number.tsx';
import type { TableAnswer } from './given-table.ts';
import styles from './import.module.css';

type Props = {
  answer: TableAnswer;
  /** How many lines were put above the person's own. */
  above: number;
  busy: boolean;
};

/** What a table would do: how many nominees it adds and changes, what it makes, and which rows can't be read. */
export const TableOutcome = ({ answer, above, busy }: Props) => {
  const { t } = useTranslation('editor-import');
  const { added, changed, places, problems, wanted } = answer;
  const numbers = useNumbers();
  const problemText = useProblemText();
  const list = new Intl.ListFormat(localeOf(useLanguage()));
  // A field that no column holds is called by its own name.
  const called = (field: string): string => {
    const known = TABLE_FIELDS.find((each) => each === field);
    return known ? t(`field.${known}`) : field;
  };
  const rows = new Set(problems.map(({ line }) => line)).size;
  return (
    <section className={styles.outcome} aria-live="polite" aria-busy={busy}>
      <h3>{t('outcome.title')}</h3>
      <Sums
        items={[
          { value: numbers.count(added), label: t('outcome.added', { count: added }) },
          { value: numbers.count(changed), label: t('outcome.changed', { count: changed }) },
          ...(rows === 0
            ? []
            : [{ value: numbers.count(rows), label: t('outcome.rows', { count: rows }), tone: 'warn' as const }]),
        ]}
      />
      <ul className={styles.list}>
        {problems.map(({ line, column, field, rule, params, message }) => (
          <li key={`${line} ${column} ${field} ${rule}`}>
            <Chip tone="warn">{t('outcome.row', { line: Math.max(1, line - above) })}</Chip>
            <span>
              {field !== '' && <b>{called(field)} </b>}
              {problemText({ message, ...(rule === undefined ? {} : { rule }), ...(params ? { params } : {}) })}
            </span>
          </li>
        ))}
        {places.length > 0 && (
          <li>
            <Chip tone="accent">{t('outcome.new')}</Chip>
            <span>{t('outcome.places', { count: places.length, names: list.format(places) })}</span>
          </li>
        )}
        {wanted.length > 0 && (
          <li>
            <Chip>{t('outcome.files')}</Chip>
            <span>{t('outcome.wanted', { count: wanted.length })}</span>
          </li>
        )}
      </ul>
      <p className={styles.muted}>{t(rows > 0 ? 'outcome.rowsLeft' : 'outcome.draftOnly')}</p>
    </section>
  );
};
