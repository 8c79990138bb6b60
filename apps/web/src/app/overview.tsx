import { useTranslation } from 'react-i18next';
import { useLocalized } from '../i18n/language.ts';
import { useEdition } from './edition.ts';
import styles from './overview.module.css';
import { OVERVIEW_ID } from './scroll-to.ts';

const STEPS = ['email', 'twoFactor', 'phone', 'social'] as const;

/** Why a vote here means something, and what it takes. */
export const Overview = () => {
  const { t } = useTranslation('page');
  const say = useLocalized();
  const { title, text } = useEdition().texts.overview;
  return (
    <section id={OVERVIEW_ID} className={styles.overview}>
      <div className="wrap">
        <div className={styles.grid}>
          <div>
            <h2>{say(title)}</h2>
            <p className={styles.text}>{say(text)}</p>
          </div>
          <ol className={styles.steps} aria-label={t('steps.title')}>
            {STEPS.map((step, index) => (
              <li key={step}>
                <b aria-hidden="true">{index + 1}</b>
                <span>{t(`steps.${step}`)}</span>
                <small>{t('steps.minute')}</small>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
};
