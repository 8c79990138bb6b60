import { invitationOptions } from '@laurel/contracts/console/calls/session';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { call } from '../../lib/call.ts';
import { CallFailure, isFailure } from '../../lib/failure.ts';
import { Lone } from '../../ui/lone.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { AcceptForm } from './accept-form.tsx';
import { Accepted } from './accepted.tsx';

/** How often an open page loads new options for a passkey, milliseconds: the server's are valid for some minutes. */
const REFRESH_MS = 120_000;
const COMPLETE = /^[\w-]{43}$/;

/** Shows who invites whom, and makes the passkey with which the person signs in from now on. */
export const Screen = () => {
  const { t } = useTranslation(['invitation', 'common', 'roleNotes']);
  const language = useLanguage();
  const token = useLocation({ select: ({ hash }) => hash });
  const [accepted, setAccepted] = useState(false);
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => {
      // The link was cut off when it was copied. The server would only answer that a field is invalid.
      if (!COMPLETE.test(token)) throw new CallFailure('console.invitation_invalid', 410);
      return call(invitationOptions, { body: { token } }, { signal });
    },
    enabled: !accepted,
    staleTime: REFRESH_MS,
    refetchInterval: ({ state }) => (state.status === 'success' ? REFRESH_MS : false),
    gcTime: 0,
  });
  if (accepted) return <Accepted />;
  if (invitation.data === undefined) {
    return (
      <Lone>
        <ScreenHead title={t('title')} />
        {invitation.error === null ? (
          <Loading />
        ) : (
          <Failure
            error={invitation.error}
            onRetry={isFailure(invitation.error, 'console.invitation_invalid') ? undefined : () => invitation.refetch()}
          />
        )}
      </Lone>
    );
  }
  const { data } = invitation.data;
  return (
    <Lone>
      <ScreenHead
        title={t('welcome', { name: data.name })}
        lead={t('lead', {
          by: data.invitedBy,
          award: inLanguage(data.award, language),
          role: t(`common:roles.${data.role}`),
        })}
      />
      <p>{t(`roleNotes:${data.role}`)}</p>
      <AcceptForm token={token} options={data.options} onAccepted={() => setAccepted(true)} />
    </Lone>
  );
};
