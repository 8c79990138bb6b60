import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { useLocalized } from '../../../i18n/language.ts';
import { addModalTexts } from '../../../i18n/modal-texts.ts';
import { ownSignup } from '../../../lib/own-signup.ts';
import { ModalHost } from '../../../modals/host.tsx';
import { MessageModal } from '../../../modals/message-modal.tsx';
import { closeModal, openInFront, openModal, setClosable } from '../../../modals/store.ts';
import type { ModalProps, ModalRegistry } from '../../../modals/types.ts';
import { endSession, useSession } from '../../../session/store.ts';
import { StepsAbout } from '../../../ui/steps.tsx';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { userInfoQuery } from '../../account/api.ts';
import { isVerified } from '../../account/flow.ts';
import { useEdition } from '../../edition/context.ts';
import { PhoneModal } from '../../phone/components/phone-modal.tsx';
import { SocialModal } from '../../social/components/social-modal.tsx';
import { AddFactorModal } from '../../two-factor/components/add-factor-modal.tsx';
import type { Site } from '../../two-factor/components/backup-codes.tsx';
import { NewCodesModal } from '../../two-factor/components/new-codes-modal.tsx';
import { PasskeysModal } from '../../two-factor/components/passkeys-modal.tsx';
import { TwoFactorSetupModal } from '../../two-factor/components/setup-modal.tsx';
import { TwoFactorVerifyModal } from '../../two-factor/components/verify-modal.tsx';
import { pastWarning } from '../past-warning.ts';
import { JOURNEY_STEPS } from '../reducer.ts';
import { useEndedSession } from '../use-ended-session.ts';
import { useJourney } from '../use-journey.ts';
import { useVerification } from '../use-verification.ts';
import { followOtherTab, followVerification, forgetVerified } from '../verification.ts';
import { EmailOtp, ForgotPassword, Login, NewPassword, Signup } from './account.tsx';
import { Faq, MailboxWarning, Support } from './help.tsx';
import { Nominee } from './nominee.tsx';
import { StepChoice, StepNote } from './step-note.tsx';
import { VoteConfirm } from './vote-confirm.tsx';
import { Finished, MyVotes, Voted } from './voted.tsx';
import { WinnerCard } from './winner-card.tsx';

addModalTexts();

/** Their code and styles load when they open. */
const Nominate = lazy(async () => ({ default: (await import('./nominate.tsx')).Nominate }));
const Ballot = lazy(async () => ({ default: (await import('./ballot.tsx')).Ballot }));

const startAgain = () => openModal({ type: 'login', props: {} });

/** The site, for the file of the backup codes. */
const useSite = (): Site => {
  const localize = useLocalized();
  const { texts, year } = useEdition();
  return { awards: `${localize(texts.name)} ${year}`, address: window.location.origin };
};

const BackupCodes = ({ lost }: ModalProps['backupCodes']) => {
  const { t } = useTranslation('twoFactor');
  const { advance } = useJourney();
  const site = useSite();
  const user = useSession((session) => session.user);
  return (
    <NewCodesModal
      lost={lost}
      site={site}
      factors={user?.factors ?? undefined}
      account={user?.email ?? undefined}
      onCodes={() => setClosable(false)}
      onDone={async () => (lost ? advance(t('renewed')) : closeModal())}
    />
  );
};

const AddFactor = () => {
  const { prove } = useJourney();
  const { links } = useEdition();
  const site = useSite();
  // The factors at the beginning: those of the new session include the added one.
  const [factors] = useState(() => useSession.getState().user?.factors ?? (['totp'] as const));
  return (
    <AddFactorModal
      factors={factors}
      stores={links.authenticator}
      site={site}
      onProve={prove}
      onStartAgain={startAgain}
      onCodes={() => setClosable(false)}
      onDone={async () => closeModal()}
    />
  );
};

const Passkeys = () => {
  const { t } = useTranslation('twoFactor');
  const { token, user } = useSession();
  return (
    <PasskeysModal
      token={token}
      factors={user?.factors ?? []}
      onRemoved={() => {
        openModal({ type: 'login', props: { notice: t('removed') } });
        endSession();
      }}
    />
  );
};

const TwoFactorSetup = ({ requestKey, ...shown }: ModalProps['twoFactorSetup']) => {
  const { t } = useTranslation('twoFactor');
  const { advance, prove } = useJourney();
  const { links, twoFactor } = useEdition();
  const site = useSite();
  return (
    <TwoFactorSetupModal
      {...shown}
      passkeyFor={twoFactor?.includes('passkey') ? requestKey : undefined}
      stores={links.authenticator}
      steps={JOURNEY_STEPS}
      site={site}
      onProve={(factor) => prove({ requestKey, ...factor })}
      onStartAgain={startAgain}
      onCodes={() => setClosable(false)}
      onDone={() => advance(t('ready'))}
    />
  );
};

const TwoFactorVerify = (request: ModalProps['twoFactorVerify']) => {
  const { afterLogin, prove } = useJourney();
  useBackStep(startAgain);
  return (
    <TwoFactorVerifyModal
      {...request}
      onProve={async (proof) => {
        const proven = await prove({ requestKey: request.requestKey, ...proof });
        if ('failure' in proven) return proven.failure;
        await afterLogin();
        return undefined;
      }}
      onStartAgain={startAgain}
    />
  );
};

const PhoneOtp = (props: ModalProps['phoneOtp']) => {
  const { t } = useTranslation('phone');
  const { advance } = useJourney();
  const { blockedRegions, phone, socialNetworks } = useEdition();
  const failureText = useFailureText();
  const { token, user } = useSession();
  const { data: info } = useQuery(userInfoQuery(token));
  const offersContact = phone?.proof === 'telegram-contact' && socialNetworks.includes('telegram');
  const contact = {
    verified: info !== undefined && isVerified(info.verifications, 'PHONE'),
    onBegun: followVerification,
  };
  return (
    <PhoneModal
      {...props}
      phoneNumber={user?.phoneNumber ?? ownSignup(user?.email)?.phoneNumber}
      blockedRegions={blockedRegions}
      contact={offersContact ? contact : undefined}
      factors={user?.factors ?? undefined}
      steps={JOURNEY_STEPS}
      onVerified={() => advance(t('verified'))}
      onExpired={(failure) =>
        openModal({
          type: 'messageWithClose',
          props: { title: t('askTitle'), text: failureText(failure, 'phoneConfirm') },
        })
      }
    />
  );
};

const SocialVerification = (props: ModalProps['socialVerification']) => {
  const { t } = useTranslation('social');
  const { advanceQuietly } = useJourney();
  const { links, socialNetworks } = useEdition();
  const failureText = useFailureText();
  const client = useQueryClient();
  const token = useSession((session) => session.token);
  const { status, proofCode, openInstagram } = useVerification();
  // A browser may not notify a background tab that another tab began a verification.
  useEffect(followOtherTab, []);
  return (
    <SocialModal
      {...props}
      networks={socialNetworks}
      status={status}
      proofCode={proofCode}
      openInstagram={openInstagram}
      telegramChannel={links.telegramChannel}
      instagramPage={links.instagramPage}
      steps={JOURNEY_STEPS}
      onBegun={(begun) => {
        followVerification(begun);
        void client.invalidateQueries({ queryKey: userInfoQuery(token).queryKey });
      }}
      onBlocked={(failure) =>
        openModal({
          type: 'messageWithClose',
          props: { title: t('blockedTitle'), text: failureText(failure, 'social') },
        })
      }
      onVerified={() => {
        forgetVerified();
        void advanceQuietly(t('verified'));
      }}
    />
  );
};

const LoadFailure = ({ about }: ModalProps['loadFailure']) => {
  const { t } = useTranslation('errors');
  switch (about) {
    case 'ownVotes':
      return <MessageModal title={t('titles.session')} text={t('ownVotes')} />;
    case 'statistics':
      return <MessageModal title={t('titles.statistics')} text={t('statistics')} />;
    case 'connection':
      return <MessageModal title={t('titles.connection')} text={t('connection.lost')} />;
  }
};

/** A message. A button that leads to a social network that the award does not offer is left out. */
const Message = (props: ModalProps['message']) => {
  const { socialNetworks } = useEdition();
  const { other, ...rest } = props;
  const network = other?.onward.type === 'socialVerification' ? other.onward.props.network : undefined;
  const isOffered = network === undefined || socialNetworks.includes(network);
  return <MessageModal {...(isOffered ? props : rest)} />;
};

const registry: ModalRegistry = {
  login: Login,
  signup: Signup,
  forgotPassword: ForgotPassword,
  newPassword: NewPassword,
  emailOtp: EmailOtp,
  twoFactorSetup: TwoFactorSetup,
  twoFactorVerify: TwoFactorVerify,
  backupCodes: BackupCodes,
  addFactor: AddFactor,
  passkeys: Passkeys,
  phoneOtp: PhoneOtp,
  socialVerification: SocialVerification,
  voteConfirm: VoteConfirm,
  ballot: Ballot,
  voted: Voted,
  finished: Finished,
  winnerCard: WinnerCard,
  myVotes: MyVotes,
  nominate: Nominate,
  nominee: Nominee,
  faq: Faq,
  mailboxWarning: MailboxWarning,
  support: Support,
  loadFailure: LoadFailure,
  message: Message,
  messageWithClose: MessageModal,
};

/** All modals of the page; its code loads with the first one that opens. */
const Modals = () => {
  useEndedSession();
  return (
    <StepsAbout value={<StepChoice />}>
      <ModalHost
        registry={registry}
        noteFor={(request) => <StepNote request={request} />}
        onSupport={() => openInFront(pastWarning({ type: 'support', props: {} }))}
      />
    </StepsAbout>
  );
};

export default Modals;
