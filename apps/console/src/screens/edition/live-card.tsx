import { downloadVersion } from '@laurel/contracts/console/calls/edition';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../i18n/numbers.ts';
import { addressOf } from '../../lib/call.ts';
import { useMayDo } from '../../session/me.ts';
import { Card } from '../../ui/card.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Sums } from '../../ui/stat-number.tsx';
import { Time } from '../../ui/time.tsx';
import { CopyButton } from './copy-button.tsx';
import styles from './edition.module.css';
import type { Live } from './types.ts';

/** The edition that visitors see now: its size, and when, by whom and why it was published. */
export const LiveCard = ({ live }: { live: Live }) => {
  const { t } = useTranslation('edition');
  const numbers = useNumbers();
  const mayDraft = useMayDo('edition.draft');
  const sum = (name: 'nominations' | 'categories' | 'nominees' | 'images') => ({
    value: numbers.count(live[name]),
    label: t(`counts.${name}`, { count: live[name] }),
  });
  return (
    <Card
      title={t('live.title')}
      beside={
        <div className={styles.beside}>
          <DownloadLink href={addressOf(downloadVersion, { params: { id: live.id } })} label={t('live.download')}>
            {t('download')}
          </DownloadLink>
          {mayDraft && <CopyButton id={live.id} edit />}
        </div>
      }
    >
      <div className={styles.stack}>
        <Sums items={[sum('nominations'), sum('categories'), sum('nominees'), sum('images')]} />
        <Facts
          items={[
            { name: t('live.version'), value: `${live.id} · ${live.year}` },
            { name: t('live.since'), value: <Time at={live.publishedAt} show="full" /> },
            { name: t('live.by'), value: live.publishedBy ?? t('unknown') },
            { name: t('live.why'), value: live.reason ?? t('noReason') },
          ]}
        />
        {live.approvals > 1 && <p className={styles.muted}>{t('live.twoPeople')}</p>}
      </div>
    </Card>
  );
};
