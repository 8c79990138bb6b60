import { useLocalized } from '../../../i18n/language.ts';
import { ownSignup } from '../../../lib/own-signup.ts';
import { stored } from '../../../lib/stored.ts';
import { closeInFront, replaceForemost, useModals } from '../../../modals/store.ts';
import type { ModalProps } from '../../../modals/types.ts';
import { useSession } from '../../../session/store.ts';
import { useEdition } from '../../edition/context.ts';
import { FaqModal } from '../../support/components/faq-modal.tsx';
import { SupportModal } from '../../support/components/support-modal.tsx';
import { WarningModal } from '../../support/components/warning-modal.tsx';
import { contactOf } from '../../support/flow.ts';

export const MailboxWarning = ({ next }: ModalProps['mailboxWarning']) => (
  <WarningModal
    onConfirmed={() => {
      stored.supportWarningConfirmed.write(true);
      replaceForemost(next);
    }}
  />
);

export const Support = (_: ModalProps['support']) => {
  const localize = useLocalized();
  const { year, texts, supportEmail, socialNetworks } = useEdition();
  const user = useSession((session) => session.user);
  return (
    <SupportModal
      address={supportEmail}
      awards={`${localize(texts.name)} ${year}`}
      contact={contactOf(user, ownSignup(user?.email))}
      networks={socialNetworks}
    />
  );
};

export const Faq = (props: ModalProps['faq']) => {
  const localize = useLocalized();
  const { socialNetworks, faq = [] } = useEdition();
  const more = faq.map(({ question, answer }) => ({ question: localize(question), answer: localize(answer) }));
  const inFront = useModals((modals) => modals.aside !== undefined);
  return <FaqModal {...props} networks={socialNetworks} more={more} onBack={inFront ? closeInFront : undefined} />;
};
