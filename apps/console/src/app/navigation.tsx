import { mayDo } from '@laurel/contracts/console/permissions';
import { inLanguage } from '@laurel/contracts/languages';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/language.ts';
import { useMe } from '../session/me.ts';
import { Time } from '../ui/time.tsx';
import styles from './navigation.module.css';
import { SCREENS } from './screens.ts';

/**
 * Links to the screens that the role may see, each with the number of items that wait there: at the side of a wide
 * page, otherwise in a row that scrolls.
 */
export const Navigation = () => {
  const { t } = useTranslation();
  const language = useLanguage();
  const { person, award, waiting } = useMe();
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  // On a phone, scrolls the row to the open screen.
  useEffect(() => {
    const show = () =>
      row.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    show();
    // The width of the row changes when the fonts load. A browser without `document.fonts` keeps the first position.
    void document.fonts?.ready.then(show);
  }, [path]);
  return (
    <header className={styles.side}>
      <p className={styles.brand}>{t('brand', { award: inLanguage(award.name, language) })}</p>
      <nav ref={row} className={styles.nav} aria-label={t('screens')}>
        <ul>
          {SCREENS.filter(({ action }) => mayDo(person.role, action)).map((screen) => {
            if ('optional' in screen && screen.waiting.every((name) => waiting[name] === undefined)) return null;
            const count = 'waiting' in screen ? screen.waiting.reduce((sum, name) => sum + (waiting[name] ?? 0), 0) : 0;
            return (
              <li key={screen.to}>
                <Link to={screen.to} className={styles.link}>
                  {t(`nav.${screen.name}`)}{' '}
                  {count > 0 && 'waiting' in screen && (
                    <span className={styles.badge}>
                      <span aria-hidden="true">{count}</span>
                      <span className="visually-hidden">{t(`waiting.${screen.waiting[0]}`, { count })}</span>
                    </span>
                  )}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <Link to="/account" className={styles.account}>
        <span className={styles.name}>{person.name}</span>
        <span className={styles.role}>{t(`roles.${person.role}`)}</span>
        <span className={styles.until}>
          {t('endsAt')} <Time at={person.endsAt} show="time" />
        </span>
      </Link>
    </header>
  );
};
