import { mayDo } from '@laurel/contracts/console/permissions';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { Outlet, useMatches } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMe } from '../session/me.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { Navigation } from './navigation.tsx';
import { NotAllowed } from './not-allowed.tsx';
import styles from './shell.module.css';

/** The frame of every screen: the navigation, the state of the connection, the time zone, and the screen if the role may see it. */
export const Shell = () => {
  const { t } = useTranslation();
  const { person } = useMe();
  const action = useMatches({ select: (matches) => matches.at(-1)?.staticData.action });
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <Navigation />
      <div className={styles.beside}>
        <ConnectionBanner />
        <main id="main" className={styles.main} tabIndex={-1}>
          <p className={styles.zone}>{t('zone', { zone: DISPLAY_TIME_ZONE })}</p>
          {action === undefined || mayDo(person.role, action) ? <Outlet /> : <NotAllowed action={action} />}
        </main>
      </div>
    </div>
  );
};
