import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../i18n/language.ts';
import type { Nomination } from '../flow.ts';
import styles from './stage-index.module.css';

/** An act is the current one while it crosses the middle of the screen. */
const MIDDLE = { rootMargin: '-45% 0px -54% 0px' };

/** Links to all nominations; it stays at the top of the screen and marks the one that is there. */
export const StageIndex = ({ nominations }: { nominations: readonly Nomination[] }) => {
  const { t } = useTranslation('winners');
  const localize = useLocalized();
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(nominations[0]?.tag);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      const seen = entries.find(({ isIntersecting }) => isIntersecting);
      if (seen) setCurrent(seen.target.id.replace('act-', ''));
    }, MIDDLE);
    for (const { tag } of nominations) {
      const act = document.getElementById(`act-${tag}`);
      if (act) observer.observe(act);
    }
    return () => observer.disconnect();
  }, [nominations]);
  // Only the list moves: `scrollIntoView` would also move the page.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#act-${current}"]`);
    if (link) list.current?.scrollTo({ left: link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2 });
  }, [current]);
  return (
    <nav className={styles.index} aria-label={t('index')}>
      <ol ref={list}>
        {nominations.map(({ tag, title }, place) => (
          <li key={tag}>
            <a href={`#act-${tag}`} aria-current={tag === current || undefined}>
              <span aria-hidden="true">{String(place + 1).padStart(2, '0')}</span>
              {localize(title)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
};
