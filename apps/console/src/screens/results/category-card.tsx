import type { ResultsCategory, ResultsNominee } from '@laurel/contracts/console/calls/results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage } from '@laurel/contracts/languages';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { categoryName, isTied } from '../../lib/categories.ts';
import { Bar } from '../../ui/bar.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import type { Column } from '../../ui/table-props.ts';
import styles from './results.module.css';

const useColumns = (hasExcluded: boolean, drawn: string | null): readonly Column<ResultsNominee>[] => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const { count, share } = useNumbers();
  return useMemo(
    () => [
      {
        id: 'nominee',
        title: t('table.nominee'),
        lead: true,
        cell: (nominee) => (
          <span className={styles.nominee}>
            <span className={styles.rank}>{nominee.rank ?? '–'}</span>
            <span translate="no">{inLanguage(nominee.name, language)}</span>
            {isTied(nominee) && <Chip tone="warn">{t(nominee.company === drawn ? 'drawn' : 'tie')}</Chip>}
            {nominee.withdrawn && <Chip>{t('withdrawn')}</Chip>}
          </span>
        ),
      },
      {
        id: 'share',
        title: t('table.share'),
        align: 'end',
        width: '7rem',
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
      ...(hasExcluded ? (['counted', 'cast', 'excluded'] as const) : (['counted'] as const)).map(
        (id): Column<ResultsNominee> => ({
          id,
          title: t(`table.${id}`),
          align: 'end',
          width: '6rem',
          cell: (nominee) => <span className={styles.number}>{count(nominee[id])}</span>,
        }),
      ),
    ],
    [t, language, count, share, hasExcluded, drawn],
  );
};

/** A category: its nominees by rank; or only its sums, if its nominees are hidden or nobody has voted. */
export const CategoryCard = ({ category }: { category: ResultsCategory }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const numbers = useNumbers();
  const title = categoryName(category, language);
  const { nominees, cast, excluded, counted } = category;
  const columns = useColumns(excluded > 0, category.drawn);
  const winners = winnersOf(category);
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
          toneOf={(nominee) => (winners.includes(nominee) ? 'current' : undefined)}
        />
      )}
    </Card>
  );
};
