import type { ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { inLanguage } from '@laurel/contracts/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { categoryName } from './find-categories.ts';
import styles from './results.module.css';

const useColumns = (): readonly Column<ResultsNominee>[] => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { count, share } = useNumbers();
  return useMemo(
    () => [
      {
        id: 'nominee',
        title: t('table.nominee'),
        lead: true,
        cell: ({ name, rank, tie, withdrawn }) => (
          <span className={styles.nominee}>
            <span className={styles.rank}>{rank ?? '–'}</span>
            <span translate="no">{inLanguage(name, language)}</span>
            {tie && <Chip tone="warn">{t('tie')}</Chip>}
            {withdrawn && <Chip>{t('withdrawn')}</Chip>}
          </span>
        ),
      },
      {
        id: 'share',
        title: t('table.share'),
        align: 'end',
        width: '8.5rem',
        cell: ({ share: percent }) =>
          percent === null ? (
            '–'
          ) : (
            <span className={styles.share}>
              {share(percent / 100)}
              <Bar share={percent / 100} />
            </span>
          ),
      },
      { id: 'counted', title: t('table.counted'), align: 'end', cell: ({ counted }) => count(counted) },
      { id: 'cast', title: t('table.cast'), align: 'end', cell: ({ cast }) => count(cast) },
      { id: 'excluded', title: t('table.excluded'), align: 'end', cell: ({ excluded }) => count(excluded) },
    ],
    [t, language, count, share],
  );
};

/** A category: its sums, and its nominees by rank unless they are hidden. */
export const CategoryCard = ({ category }: { category: ResultsCategory }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const numbers = useNumbers();
  const columns = useColumns();
  const title = categoryName(category, language);
  const { nominees, cast, excluded, counted } = category;
  return (
    <Card title={title}>
      {nominees === null || nominees.length === 0 || cast === 0 ? (
        <Sums
          items={[
            { value: numbers.count(cast), label: t('sums.cast') },
            { value: numbers.count(excluded), label: t('sums.excluded') },
            { value: numbers.count(counted), label: t('sums.counted') },
          ]}
        />
      ) : (
        <DataTable
          label={t('table.label', { category: title })}
          items={nominees}
          columns={columns}
          idOf={({ company }) => company}
          toneOf={({ rank }) => (rank === 1 ? 'current' : undefined)}
        />
      )}
    </Card>
  );
};
