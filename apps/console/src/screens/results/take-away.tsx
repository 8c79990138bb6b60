import {
  askForReport,
  downloadLogos,
  downloadResultsCsv,
  downloadResultsXlsx,
  type Results,
} from '@laurel/contracts/console/calls/results';
import { whenToTake } from '@laurel/contracts/console/taking-results';
import { winnersOf } from '@laurel/contracts/console/winners';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { addressOf, call } from '../../lib/call.ts';
import { useMayDo, useMe } from '../../session/me.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './take-away.module.css';

const Item = ({
  name,
  children,
}: {
  name: 'table' | 'run' | 'press' | 'logos' | 'season' | 'report';
  children: ReactNode;
}) => {
  const { t } = useTranslation('results');
  return (
    <li className={styles.item}>
      <h3>{t(`take.${name}.title`)}</h3>
      <p className={styles.text}>{t(`take.${name}.text`)}</p>
      <div className={styles.actions}>{children}</div>
    </li>
  );
};

/** The report that everybody reads: to open, and to make again. */
const PublicReport = () => {
  const { t } = useTranslation('results');
  const { publicUrl } = useMe().award;
  const mayAsk = useMayDo('exclusions.change');
  const [asking, setAsking] = useState(false);
  const run = useChange();
  const ask = (reason: string) =>
    run(
      () => call(askForReport, { body: { reason } }),
      ({ version }) => t('take.report.done', { version }),
    );
  return (
    <Item name="report">
      <a
        href={`${publicUrl}/record/report`}
        target="_blank"
        rel="noreferrer"
        className={cx(button.button, button.small)}
      >
        {t('take.report.open')}
      </a>
      {mayAsk && (
        <Button small onClick={() => setAsking(true)}>
          {t('take.report.again')}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title={t('take.report.again')}
          action={t('take.report.again')}
          onClose={() => setAsking(false)}
          onConfirm={ask}
        >
          <p>{t('take.report.explain')}</p>
        </ReasonDialog>
      )}
    </Item>
  );
};

const Items = ({ hasWinners, isAnnounced }: { hasWinners: boolean; isAnnounced: boolean }) => {
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
      {isAnnounced && <PublicReport />}
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
          <Items
            hasWinners={results.categories.some((category) => winnersOf(category).length > 0)}
            isAnnounced={results.phase === 'announced'}
          />
          <p className={styles.recorded}>{t('take.recorded')}</p>
        </>
      ) : (
        <p>{t(`take.waits.${taking}`)}</p>
      )}
    </Card>
  );
};
