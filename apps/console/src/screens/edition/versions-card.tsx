import { downloadVersion } from '@laurel/contracts/console/calls/edition';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../lib/call.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { DownloadLink } from '../../ui/download-link.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './edition.module.css';
import type { Version } from './types.ts';

type Props = {
  versions: readonly Version[];
  /** Loads more; undefined once there are no more. */
  onMore: (() => void) | undefined;
  busy: boolean;
};

/** All published editions, the newest first: who published each, when and why. */
export const VersionsCard = ({ versions, onMore, busy }: Props) => {
  const { t } = useTranslation('edition');
  return (
    <Card title={t('versions.title')}>
      <ItemList
        items={versions.map(({ id, publishedAt, publishedBy, reason, live }) => ({
          id: String(id),
          title: t('version.name', { id }),
          chips: live && <Chip tone="ok">{t('version.live')}</Chip>,
          detail: (
            <>
              <Time at={publishedAt} show="full" /> · {publishedBy ?? t('unknown')} · {reason ?? t('noReason')}
            </>
          ),
          action: (
            <span className={styles.buttons}>
              {!live && (
                <LinkButton to="/edition" search={{ version: id }} small aria-label={t('version.compareNamed', { id })}>
                  {t('version.compare')}
                </LinkButton>
              )}
              <DownloadLink
                href={addressOf(downloadVersion, { params: { id } })}
                label={t('version.downloadNamed', { id })}
              >
                {t('download')}
              </DownloadLink>
            </span>
          ),
        }))}
      />
      {onMore && (
        <Button small busy={busy} onClick={onMore} className={styles.more}>
          {t('versions.more')}
        </Button>
      )}
    </Card>
  );
};
