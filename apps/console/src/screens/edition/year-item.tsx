import { downloadSite, type ListedYear } from '@laurel/contracts/console/calls/years';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { addressOf } from '../../lib/call.ts';
import { useMayDo, useMe } from '../../session/me.ts';
import button from '../../ui/button.module.css';
import { Button } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { DownloadLink } from '../../ui/download-link.tsx';
import { formatTime } from '../../ui/time.tsx';
import styles from './edition.module.css';

const TONES = { draft: 'accent', current: 'ok', archived: 'plain' } as const satisfies Record<
  ListedYear['state'],
  ChipTone
>;

/** Whether the edition of a year is prepared, live or archived. */
export const YearChip = ({ state }: Pick<ListedYear, 'state'>) => {
  const { t } = useTranslation('edition');
  return <Chip tone={TONES[state]}>{t(`years.${state}`)}</Chip>;
};

/** How many versions the edition of a year has, when it ended, and when it becomes the live one. */
export const YearDetail = ({ edition: { state, versions, endedAt, switchAt, switchBy } }: { edition: ListedYear }) => {
  const { t } = useTranslation('edition');
  const language = useLanguage();
  const isUnpublished = state === 'draft' && versions === 0;
  return (
    <>
      <p>
        {isUnpublished ? t('years.unpublished') : t('years.versions', { count: versions })}
        {endedAt !== null && ` · ${t('years.ended', { at: formatTime(endedAt, { show: 'date', language }) })}`}
      </p>
      {switchAt !== null && (
        <p>{t('years.planned', { at: formatTime(switchAt, { show: 'full', language }), by: switchBy })}</p>
      )}
    </>
  );
};

type Props = { edition: ListedYear; onSwitch(): void; onTakeBack(): void; onDelete(): void };

/** What can be done with the edition of a year. */
export const YearAction = ({ edition: { year, state, versions, switchAt }, onSwitch, onTakeBack, onDelete }: Props) => {
  const { t } = useTranslation('edition');
  const mayPublish = useMayDo('edition.publish');
  const { publicUrl } = useMe().award;
  if (state === 'archived') {
    return (
      <span className={styles.beside}>
        <DownloadLink href={addressOf(downloadSite, { params: { year } })} label={t('years.siteNamed', { year })}>
          {t('years.site')}
        </DownloadLink>
        <a
          href={`${publicUrl}/${year}/`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('years.pageNamed', { year })}
          className={cx(button.button, button.small)}
        >
          {t('years.page')}
        </a>
      </span>
    );
  }
  if (!mayPublish || state !== 'draft') return null;
  if (switchAt !== null) {
    return (
      <Button small aria-label={t('takeBack.openNamed', { year })} onClick={onTakeBack}>
        {t('takeBack.open')}
      </Button>
    );
  }
  return (
    <span className={styles.beside}>
      <Button small tone="danger" aria-label={t('deleteYear.openNamed', { year })} onClick={onDelete}>
        {t('deleteYear.open')}
      </Button>
      {versions > 0 && (
        <Button small aria-label={t('switch.openNamed', { year })} onClick={onSwitch}>
          {t('switch.open')}
        </Button>
      )}
    </span>
  );
};
