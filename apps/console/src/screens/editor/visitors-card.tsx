import { LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { Description } from './description.tsx';
import type { Nominee } from './outline.ts';
import { usePictures } from './pictures.tsx';
import styles from './visitors-card.module.css';

const hostOf = (link: string): string => URL.parse(link)?.host.replace(/^www\./, '') ?? link;

/** The nominee's card as visitors see it on a phone, in one of the languages. */
export const VisitorsCard = ({ nominee }: { nominee: Nominee }) => {
  const { t } = useTranslation('editor');
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(own);
  const { addressOf } = usePictures();
  const name = nominee.name[language] ?? nominee.name.en ?? t('noName');
  const desc = nominee.desc[language] ?? '';
  return (
    <section className={styles.live} aria-label={t('card.title')}>
      <div className={styles.say}>
        <h3>{t('card.title')}</h3>
        <p>{t('card.lead')}</p>
        <fieldset className={styles.languages} aria-label={t('card.language')}>
          {LANGUAGES.map((each) => (
            <button key={each} type="button" aria-pressed={each === language} onClick={() => setLanguage(each)}>
              {LANGUAGE_SETTINGS[each].label}
              <span className="visually-hidden">, {t(`languages.${each}`)}</span>
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.card} lang={language}>
        <div className={styles.top}>
          {nominee.logo === undefined ? (
            <span className={styles.noLogo} />
          ) : (
            <img src={addressOf('logos', nominee.logo)} alt="" width={56} height={56} />
          )}
          <div>
            <h4>{name}</h4>
            {nominee.link !== '' && <span className={styles.link}>{hostOf(nominee.link)} ↗</span>}
          </div>
        </div>
        <div className={styles.desc}>
          {desc === '' ? <p className={styles.empty}>{t('card.noDescription')}</p> : <Description html={desc} />}
        </div>
        <div className={styles.beam} aria-hidden="true" />
        <div className={styles.vote}>{t('card.vote')}</div>
      </div>
    </section>
  );
};
