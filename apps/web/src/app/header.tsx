import { LANGUAGE_SETTINGS, LANGUAGES, type Language } from '@laurel/contracts/languages';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useEdition } from '../features/edition/context.ts';
import { loadTexts } from '../features/edition/store.ts';
import { chooseLanguage, useLanguage, useLocalized } from '../i18n/language.ts';
import { openModal } from '../modals/store.ts';
import { useSession } from '../session/store.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { LaurelMark } from '../ui/icons.tsx';
import { part } from '../ui/part.ts';
import { Switcher } from '../ui/switcher.tsx';
import { useHiddenHeader } from '../ui/use-hidden-header.ts';
import styles from './header.module.css';

const AvatarMenu = part(() => import('./avatar-menu.tsx'));

/** Changes the language, once its texts are here. */
const changeLanguage = async (language: Language): Promise<void> => {
  try {
    await loadTexts(language);
  } catch {
    openModal({ type: 'loadFailure', props: { about: 'connection' } });
    return;
  }
  await chooseLanguage(language);
};

const logIn = () => openModal({ type: 'login', props: {} });

/** Brand, language switch, and the login button or the user's menu. */
export const Header = () => {
  const { t } = useTranslation('page');
  const localize = useLocalized();
  const language = useLanguage();
  const header = useRef<HTMLElement>(null);
  const hidden = useHiddenHeader(header);
  const loggedIn = useSession((session) => session.token !== undefined);
  const { texts, look } = useEdition();
  const loginButton = useRef<HTMLButtonElement>(null);
  const wasLoggedIn = useRef(loggedIn);
  useEffect(() => {
    // After a logout the focused menu no longer exists.
    if (wasLoggedIn.current && !loggedIn && document.activeElement === document.body) loginButton.current?.focus();
    wasLoggedIn.current = loggedIn;
  }, [loggedIn]);
  return (
    <header ref={header} className={cx(styles.header, hidden && styles.hidden)}>
      <div className={cx('wrap', styles.bar)}>
        <a className={styles.brand} href="/">
          {look?.logo ? <img src={look.logo} alt="" width={28} height={28} /> : <LaurelMark className={styles.mark} />}
          <span>{localize(texts.name)}</span>
        </a>
        <Switcher
          small
          label={t('language')}
          options={LANGUAGES.map((each) => ({ value: each, label: LANGUAGE_SETTINGS[each].label, lang: each }))}
          value={language}
          onChange={(chosen) => void changeLanguage(chosen)}
        />
        <div className={styles.entry}>
          {loggedIn ? (
            <Suspense fallback={<span className={styles.place} />}>
              <AvatarMenu />
            </Suspense>
          ) : (
            <Button ref={loginButton} tone="ghost" className={styles.login} onClick={logIn}>
              {t('logIn')}
            </Button>
          )}
        </div>
      </div>
    </header>
  );
};
