import { TABLE_FIELDS, type TableField } from '@laurel/contracts/console/calls/editor';
import { useTranslation } from 'react-i18next';
import type { TableAnswer } from './given-table.ts';
import styles from './import.module.css';

/** How many values of a column are shown. */
const SHOWN = 3;

type Props = {
  answer: TableAnswer;
  /** Whether the names of the columns are the person's own. */
  named: boolean;
  busy: boolean;
  onChoose(place: number, field: TableField | null): void;
};

/** The columns of a table: what stands in each, and what it becomes, which was guessed and can be chosen. */
export const ColumnMap = ({ answer: { header, sample, columns }, named, busy, onChoose }: Props) => {
  const { t } = useTranslation('editor-import');
  return (
    <table className={styles.map} aria-busy={busy}>
      <thead>
        <tr>
          <th scope="col">{t('column.yours')}</th>
          <th scope="col">{t('column.holds')}</th>
          <th scope="col">{t('column.becomes')}</th>
        </tr>
      </thead>
      <tbody>
        {columns.map((field, place) => {
          const name = (named && header[place]) || t('column.unnamed', { number: place + 1 });
          const values = sample.map((row) => row[place] ?? '').filter((text) => text !== '');
          return (
            <tr key={place}>
              <th scope="row">{name}</th>
              <td className={styles.values}>{values.slice(0, SHOWN).join(' · ')}</td>
              <td>
                <select
                  aria-label={t('column.becomesNamed', { name })}
                  value={field ?? ''}
                  className={field === null ? styles.left : undefined}
                  onChange={({ target }) => onChoose(place, TABLE_FIELDS.find((each) => each === target.value) ?? null)}
                >
                  <option value="">{t('column.leaveOut')}</option>
                  {TABLE_FIELDS.map((each) => (
                    <option key={each} value={each}>
                      {t(`field.${each}`)}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
