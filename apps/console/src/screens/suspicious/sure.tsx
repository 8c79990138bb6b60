import { CERTAINTIES, type Certainty } from '@laurel/contracts/console/cluster-records';
import { useTranslation } from 'react-i18next';
import styles from './suspicious.module.css';

/** How sure it is, in a word; the three marks only repeat it. */
export const Sure = ({ certainty }: { certainty: Certainty }) => {
  const { t } = useTranslation('suspicious');
  const step = CERTAINTIES.length - CERTAINTIES.indexOf(certainty);
  return (
    <span className={styles.sure}>
      <span className={styles.marks} aria-hidden="true">
        {CERTAINTIES.map((each, place) => (
          <i key={each} className={place < step ? undefined : styles.off} />
        ))}
      </span>
      {t(`sure.${certainty}`)}
    </span>
  );
};
