import { readTeam } from '@laurel/contracts/console/calls/team';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Waiting } from '../../ui/states.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MemberCard } from './member-card.tsx';
import { OpenInvitations } from './open-invitations.tsx';
import styles from './team.module.css';
import type { Link } from './types.ts';

const InviteDialog = lazy(() => import('./invite-dialog.tsx').then((loaded) => ({ default: loaded.InviteDialog })));

/** The people who use the console. Owners change the team; auditors only see it. */
export const Screen = () => {
  const { t } = useTranslation('team');
  const team = useQuery(queryOf(readTeam, {}));
  const mayChange = useMayDo('team.change');
  const [inviting, setInviting] = useState(false);
  const [link, setLink] = useState<Link>();
  return (
    <>
      <ScreenHead title={t('title')} lead={t('lead')}>
        {mayChange && (
          <Button tone="main" onClick={() => setInviting(true)}>
            {t('invite.open')}
          </Button>
        )}
      </ScreenHead>
      <Waiting query={team} />
      {team.data && (
        <>
          <OpenInvitations invitations={team.data.invitations} />
          <ul className={styles.members}>
            {team.data.members.map((member) => (
              <li key={member.id}>
                <MemberCard
                  member={member}
                  passkeys={team.data.passkeys.filter(({ memberId }) => memberId === member.id)}
                  sessions={team.data.sessions.filter(({ memberId }) => memberId === member.id)}
                  onLink={setLink}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense fallback={null}>
        {inviting && <InviteDialog onLink={setLink} onClose={() => setInviting(false)} />}
      </Suspense>
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </>
  );
};
