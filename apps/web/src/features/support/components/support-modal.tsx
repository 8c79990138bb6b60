import type { SocialNetwork } from '@laurel/contracts/verification';
import { useTranslation } from 'react-i18next';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { AwayIcon } from '../../../ui/icons.tsx';
import { type Contact, letterTo, problemsWith } from '../flow.ts';
import styles from './support-modal.module.css';

type Props = {
  /** The support address. */
  address: string;
  /** The name of the awards, for the mail. */
  awards: string;
  contact: Contact;
  /** The social networks that the award offers. */
  networks: readonly SocialNetwork[];
};

/** A mail to support for each problem, with the known contact data filled in. */
export const SupportModal = ({ address, awards, contact, networks }: Props) => {
  const { t } = useTranslation('support');
  const labels = {
    problem: t('labels.problem'),
    email: t('labels.email'),
    phoneNumber: t('labels.phone'),
    instagram: 'Instagram',
  };
  return (
    <Stage name="support">
      <DialogTitle>{t('title')}</DialogTitle>
      <DialogLead>{t('lead')}</DialogLead>
      <ul className={styles.problems}>
        {problemsWith(networks).map((each) => {
          const problem = t(`problems.${each}`);
          const subject = t('subject', { awards, problem });
          return (
            <li key={each}>
              <a href={letterTo(address, { subject, problem, labels }, contact)}>
                {problem}
                <AwayIcon />
              </a>
            </li>
          );
        })}
      </ul>
      <p className={styles.address}>
        {t('otherwise')} <a href={`mailto:${address}`}>{address}</a>
      </p>
    </Stage>
  );
};
