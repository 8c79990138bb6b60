import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import type { Company } from '../flow.ts';
import styles from './voted-banner.module.css';

/** Shows the user's vote in the category; without a choice, its nominee was withdrawn. */
export const VotedBanner = ({ choice }: { choice: Company | undefined }) => {
  const { t } = useTranslation('nominations');
  const localize = useLocalized();
  if (!choice) {
    return (
      <div className={styles.banner}>
        <p>{t('withdrawn')}</p>
      </div>
    );
  }
  return (
    <div className={styles.banner}>
      <div>
        <p className={styles.for}>{t('votedFor')}</p>
        <p className={styles.already}>{t('alreadyVoted')}</p>
      </div>
      <div className={styles.choice}>
        <img src={choice.logo} alt="" width={56} height={56} />
        <p>
          <small>{t('yourChoice')}</small>
          {localize(choice.name)}
        </p>
      </div>
    </div>
  );
};
