import { useTranslation } from 'react-i18next';
import { openInFront, openModal } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useBackStep } from '../../../ui/use-back-step.ts';
import { changeableSignup } from '../../account/api.ts';
import { EmailCodeModal } from '../../account/components/email-code-modal.tsx';
import { ForgotModal } from '../../account/components/forgot-modal.tsx';
import { LoginModal } from '../../account/components/login-modal.tsx';
import { NewPasswordModal } from '../../account/components/new-password-modal.tsx';
import { SignupModal } from '../../account/components/signup-modal.tsx';
import { storeDraft } from '../../account/draft.ts';
import { carryToLogin, carryToSignup } from '../../account/flow.ts';
import { useEdition } from '../../edition/context.ts';
import { pastWarning } from '../past-warning.ts';
import { JOURNEY_STEPS } from '../reducer.ts';
import { leftAddress } from '../resume.ts';
import { useJourney } from '../use-journey.ts';

export const Login = (props: ModalProps['login']) => {
  const { afterAccount } = useJourney();
  const address = leftAddress();
  return (
    <LoginModal
      {...props}
      address={address}
      onSwitch={(login) => {
        // That address has signed up already.
        if (login !== address) storeDraft(carryToSignup(login));
        openModal(pastWarning({ type: 'signup', props: {} }));
      }}
      onForgot={(login) => openModal({ type: 'forgotPassword', props: { login } })}
      onStep={afterAccount}
    />
  );
};

export const Signup = ({ replaces }: ModalProps['signup']) => {
  const { t } = useTranslation('account');
  const { blockedRegions } = useEdition();
  return (
    <SignupModal
      blockedRegions={blockedRegions}
      steps={JOURNEY_STEPS}
      replaces={replaces}
      onSwitch={(email) => {
        storeDraft(carryToLogin(email));
        openModal({ type: 'login', props: {} });
      }}
      onWhyPhone={() => openInFront({ type: 'faq', props: { question: 'phone' } })}
      onRegistered={(email) =>
        openModal(
          {
            type: 'message',
            props: { title: t('registeredTitle'), text: t('registeredText', { email }), action: t('enterCode') },
          },
          { next: { type: 'emailOtp', props: { email } } },
        )
      }
    />
  );
};

export const ForgotPassword = (props: ModalProps['forgotPassword']) => (
  <ForgotModal
    {...props}
    onSent={(login, requestId) => openModal({ type: 'newPassword', props: { login, requestId } })}
    onBack={(login) => openModal({ type: 'login', props: { login } })}
  />
);

export const NewPassword = (props: ModalProps['newPassword']) => {
  const { t } = useTranslation('account');
  const { login } = props;
  useBackStep(() => openModal({ type: 'forgotPassword', props: { login } }));
  return (
    <NewPasswordModal
      {...props}
      onSentAgain={(requestId) => openModal({ type: 'newPassword', props: { login, requestId } })}
      onDone={() => openModal({ type: 'login', props: { login, notice: t('passwordChanged') } })}
    />
  );
};

export const EmailOtp = (props: ModalProps['emailOtp']) => {
  const { afterAccount } = useJourney();
  const { email } = props;
  const signup = changeableSignup(email);
  const changeAddress =
    signup &&
    (() => {
      storeDraft(signup.draft);
      openModal({ type: 'signup', props: { replaces: signup.replaces } });
    });
  const logIn = () => openModal({ type: 'login', props: email === undefined ? {} : { login: email } });
  useBackStep(changeAddress ?? logIn);
  return (
    <EmailCodeModal
      {...props}
      steps={JOURNEY_STEPS}
      onChangeAddress={changeAddress}
      onStep={(step) => afterAccount(step)}
      onStartAgain={logIn}
    />
  );
};
