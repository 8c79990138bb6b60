import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayDo, useMe } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { ItemList } from '../../ui/item-list.tsx';
import { Time } from '../../ui/time.tsx';
import { type MemberChange, MemberDialogs } from './member-dialogs.tsx';
import styles from './team.module.css';
import type { Link, Member, Team } from './types.ts';

type Props = {
  member: Member;
  passkeys: Team['passkeys'];
  sessions: Team['sessions'];
  onLink(link: Link): void;
};

/** One person: role, passkeys, sessions, and what an owner can do about them. */
export const MemberCard = ({ member, passkeys, sessions, onLink }: Props) => {
  const { t } = useTranslation(['team', 'common']);
  const { person } = useMe();
  const mayChange = useMayDo('team.change');
  const [change, setChange] = useState<MemberChange>();
  const { name } = member;
  return (
    <Card>
      <div className={styles.head}>
        <h2>{name}</h2>
        <Chip tone="accent">{t(`common:roles.${member.role}`)}</Chip>
        {member.id === person.id && <Chip>{t('you')}</Chip>}
        {passkeys.length === 0 && <Chip tone="bad">{t('noPasskey')}</Chip>}
        {passkeys.length === 1 && <Chip tone="warn">{t('onePasskey')}</Chip>}
      </div>
      <p>
        {t('joined', { by: member.invitedBy })} <Time at={member.joinedAt} show="date" />
      </p>
      <h3 className={styles.part}>{t('passkeys')}</h3>
      {passkeys.length === 0 && <p>{t('noPasskeys')}</p>}
      <ItemList
        items={passkeys.map((passkey) => ({
          id: passkey.id,
          title: passkey.label,
          detail: passkey.lastUsedAt ? (
            <>
              {t('lastUsedAt')} <Time at={passkey.lastUsedAt} />
            </>
          ) : (
            t('unused')
          ),
        }))}
      />
      <h3 className={styles.part}>{t('sessions')}</h3>
      {sessions.length === 0 && <p>{t('signedOut')}</p>}
      <ItemList
        items={sessions.map((session) => ({
          id: session.id,
          title: session.browser,
          chips: session.current && <Chip tone="ok">{t('current')}</Chip>,
          detail: (
            <>
              {session.network} · {t('lastSeenAt')} <Time at={session.lastSeenAt} />
            </>
          ),
          action: mayChange && !session.current && (
            <Button
              small
              aria-label={t('endNamed', { name, browser: session.browser })}
              onClick={() => setChange({ kind: 'endSession', session })}
            >
              {t('end')}
            </Button>
          ),
        }))}
      />
      {mayChange && (
        <div className={styles.actions}>
          <Button small aria-label={t('role.openNamed', { name })} onClick={() => setChange({ kind: 'role' })}>
            {t('role.open')}
          </Button>
          <Button small aria-label={t('replace.openNamed', { name })} onClick={() => setChange({ kind: 'replace' })}>
            {t('replace.open')}
          </Button>
          <Button
            small
            tone="danger"
            aria-label={t('remove.openNamed', { name })}
            onClick={() => setChange({ kind: 'remove' })}
          >
            {t('remove.open')}
          </Button>
        </div>
      )}
      {change && (
        <MemberDialogs
          change={change}
          member={member}
          counts={{ passkeys: passkeys.length, sessions: sessions.length }}
          onLink={onLink}
          onClose={() => setChange(undefined)}
        />
      )}
    </Card>
  );
};
