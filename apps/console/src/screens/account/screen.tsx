import { readMine } from '@laurel/contracts/console/calls/session';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useMe } from '../../session/me.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LanguageChoice } from '../../ui/language-choice.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { ThemeChoice } from '../../ui/theme-choice.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './account.module.css';
import { MyAlarm } from './my-alarm.tsx';
import { MyPasskeys } from './my-passkeys.tsx';
import { MySessions } from './my-sessions.tsx';

/** The account of the signed-in person: role, language and colours, passkeys, alarm and sessions. */
export const Screen = () => {
  const { t } = useTranslation(['account', 'common', 'roleNotes']);
  const { person } = useMe();
  const mine = useQuery(queryOf(readMine, {}));
  const leaving = useSignOut();
  return (
    <>
      <ScreenHead title={t('title')}>
        <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t('signOut')}
        </Button>
      </ScreenHead>
      {leaving.error && <Failure error={leaving.error} />}
      <Card title={t('you')}>
        <div className={styles.you}>
          <Facts
            items={[
              { name: t('name'), value: person.name },
              {
                name: t('role'),
                value: `${t(`common:roles.${person.role}`)}: ${t(`roleNotes:${person.role}`)}`,
              },
              { name: t('signedInAt'), value: <Time at={person.signedInAt} /> },
              { name: t('endsAt'), value: <Time at={person.endsAt} /> },
            ]}
          />
          <LanguageChoice />
          <ThemeChoice />
        </div>
      </Card>
      <Waiting query={mine} lines={3} />
      {mine.data && (
        <>
          <MyPasskeys passkeys={mine.data.passkeys} />
          {person.actions.includes('exclusions.read') && <MyAlarm />}
          <MySessions sessions={mine.data.sessions} />
        </>
      )}
    </>
  );
};
