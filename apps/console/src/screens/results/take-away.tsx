import type { Results } from '@laurel/contracts/console/calls/results';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './results.module.css';
import { resultsCsv } from './results-csv.ts';

/** The result as files for a spreadsheet, and as a sheet to print. */
export const TakeAway = ({ results }: { results: Results }) => {
  const { t } = useTranslation('results');
  const language = useLanguage();
  const save = (only: 'winners' | 'all') => () => {
    const csv = resultsCsv(results, { only, language, text: (name) => t(name) });
    const name = only === 'winners' ? 'winners' : 'results';
    saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv', csv);
  };
  return (
    <div className={styles.takeAway}>
      <Button small onClick={save('winners')}>
        {t('take.winners')}
      </Button>
      <Button small onClick={save('all')}>
        {t('take.all')}
      </Button>
      <LinkButton small to="/results/sheet">
        {t('take.sheet')}
      </LinkButton>
    </div>
  );
};
