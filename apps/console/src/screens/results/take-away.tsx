import {
  downloadLogos,
  downloadResultsCsv,
  downloadResultsXlsx,
  type Results,
} from '@laurel/contracts/console/calls/results';
import { whenToTake } from '@laurel/contracts/console/taking-results';
import { winnersOf } from '@laurel/contracts/console/winners';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { addressOf } from '../../lib/call.ts';
import { useMe } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import styles from './take-away.module.css';

const Item = ({ name, children }: { name: 'table' | 'run' | 'press' | 'logos' | 'season'; children: ReactNode }) => {
  const { t } = useTranslation('results');
  return (
    <li className={styles.item}>
      <h3>{t(`take.${name}.title`)}</h3>
      <p className={styles.text}>{t(`take.${name}.text`)}</p>
      <div className={styles.actions}>{children}</div>
    </li>
  );
};

const Items = ({ hasWinners }: { hasWinners: boolean }) => {
  const { t } = useTranslation('results');
  const query = { language: useLanguage() };
  const titled = (name: 'table' | 'logos', action: string) => `${t(`take.${name}.title`)}: ${action}`;
  return (
    <ul className={styles.items}>
      <Item name="table">
        <DownloadLink href={addressOf(downloadResultsXlsx, { query })} label={titled('table', t('take.table.xlsx'))}>
          {t('take.table.xlsx')}
        </DownloadLink>
        <DownloadLink href={addressOf(downloadResultsCsv, { query })} label={titled('table', t('take.table.csv'))}>
          {t('take.table.csv')}
        </DownloadLink>
      </Item>
      <Item name="run">
        <LinkButton small to="/results/run-sheet">
          {t('take.run.open')}
        </LinkButton>
      </Item>
      <Item name="press">
        <LinkButton small to="/results/press">
          {t('take.press.open')}
        </LinkButton>
      </Item>
      {hasWinners && (
        <Item name="logos">
          <DownloadLink href={addressOf(downloadLogos, {})} label={titled('logos', t('take.logos.zip'))}>
            {t('take.logos.zip')}
          </DownloadLink>
        </Item>
      )}
      <Item name="season">
        <LinkButton small to="/results/season">
          {t('take.season.open')}
        </LinkButton>
      </Item>
    </ul>
  );
};

/** The result as files and as pages to print; or from when on, for roles that may take it away later. */
export const TakeAway = ({ results }: { results: Results }) => {
  const { t } = useTranslation('results');
  const { role } = useMe().person;
  const taking = whenToTake(role, results);
  if (taking === 'never') return null;
  return (
    <Card title={t('take.title')}>
      {taking === 'now' ? (
        <>
          <Items hasWinners={results.categories.some((category) => winnersOf(category).length > 0)} />
          <p className={styles.recorded}>{t('take.recorded')}</p>
        </>
      ) : (
        <p>{t(`take.waits.${taking}`)}</p>
      )}
    </Card>
  );
};
