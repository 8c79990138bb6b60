import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { useLocalized } from '../i18n/language.ts';
import { serverTime } from '../lib/server-clock.ts';
import { Button } from '../ui/button.tsx';
import styles from './countdown.module.css';

const PHASE_TIMES = ['votingOpensAt', 'votingClosesAt', 'winnersAnnouncedAt'] as const;
const HOUR_MS = 3_600_000;

/** A text as a file name: in small letters, without the characters that some systems do not allow. */
const fileNameOf = (text: string): string => text.toLowerCase().replace(/[\s/\\:*?"<>|.]+/g, '-');

/**
 * Saves the coming times of the edition as a calendar file: the last hour of voting, and the hour of the announcement.
 * The code of the file loads with the first press. Some browsers do not load code again that failed to load once.
 */
export const CalendarButton = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const { phases, texts, year } = useEdition();
  const [state, setState] = useState<'saving' | 'failed'>();
  const save = async () => {
    const [{ calendarOf }, { saveFile }] = await Promise.all([import('../lib/calendar.ts'), import('../lib/share.ts')]);
    const now = serverTime();
    const award = `${localize(texts.name)} ${year}`;
    const { host, origin } = window.location;
    const events = PHASE_TIMES.flatMap((name) => {
      const at = Date.parse(phases[name] ?? '');
      if (!(at > now)) return [];
      const start = name === 'votingClosesAt' ? at - HOUR_MS : at;
      return {
        id: `${name}-${year}@${host}`,
        title: t(`calendar.${name}`, { award }),
        start: new Date(start),
        end: new Date(start + HOUR_MS),
        url: `${origin}/`,
      };
    });
    saveFile(new File([calendarOf(events, new Date(now))], `${fileNameOf(award)}.ics`, { type: 'text/calendar' }));
  };
  const press = async () => {
    setState('saving');
    setState(
      await save().then(
        () => undefined,
        () => 'failed' as const,
      ),
    );
  };
  return (
    <>
      <Button tone="ghost" busy={state === 'saving'} onClick={() => void press()}>
        {t('calendar.add')}
      </Button>
      {state === 'failed' && (
        <p className={styles.failed} role="alert">
          {t('calendar.failed')}
        </p>
      )}
    </>
  );
};
