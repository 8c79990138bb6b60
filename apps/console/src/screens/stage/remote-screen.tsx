import { readResultsSheet } from '@laurel/contracts/console/calls/results';
import { categoryOf } from '@laurel/contracts/console/stage';
import { winnersOf } from '@laurel/contracts/console/winners';
import { inLanguage } from '@laurel/contracts/languages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../i18n/failure-text.ts';
import { useLanguage } from '../../i18n/language.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { isRetryable } from '../../lib/failure.ts';
import { queryOf } from '../../lib/query.ts';
import { useNow } from '../../lib/use-now.ts';
import { cx } from '../../ui/cx.ts';
import { Waiting } from '../../ui/states.tsx';
import { HoldButton } from './hold-button.tsx';
import styles from './remote.module.css';
import { SlideView } from './slide.tsx';
import { vars } from './slide-parts.tsx';
import { type Slide, slidesOf, stepFrom } from './slides.ts';
import { move, useLogos, useStage, useWinners } from './use-stage.ts';

/** What comes next, in words; the winner's name only once the result may be taken away. */
const useNext = (stamp: string | undefined) => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const { percent } = useNumbers();
  const { queryKey, ...sheet } = queryOf(readResultsSheet, {});
  const { data } = useQuery({ ...sheet, queryKey: [...queryKey, stamp], enabled: stamp !== undefined, retry: false });
  return (slide: Slide): { name: string; about: string; logo?: string } => {
    switch (slide.kind) {
      case 'nomination':
        return { name: inLanguage(slide.title, language), about: t('next.nomination') };
      case 'break':
        return { name: t('next.break', { count: slide.minutes }), about: '' };
      case 'sponsor':
        return { name: slide.sponsor.name, about: t('partner'), logo: slide.sponsor.logo };
      case 'opening':
      case 'end':
        return { name: t(`next.${slide.kind}`), about: '' };
      default: {
        const { category, nominees, name } = slide.category;
        const about = `${t(`next.${slide.kind}`)} · ${inLanguage(name, language)}`;
        const result = data?.categories.find((each) => categoryOf(each) === category);
        const winners = result ? winnersOf(result) : [];
        const place = slide.kind === 'nominee' ? slide.place : -1;
        const shown = slide.kind === 'winner' ? winners.map(({ company }) => company) : [nominees[place]?.company];
        const own = nominees.filter(({ company }) => shown.includes(company));
        const share = slide.kind === 'winner' ? winners[0]?.share : null;
        return {
          name: own.map((each) => inLanguage(each.name, language)).join(', ') || inLanguage(name, language),
          about: share ? `${about}, ${percent(share)}` : about,
          ...(own[0] && { logo: own[0].logo }),
        };
      }
    }
  };
};

/** The remote on a phone: what the hall sees, what comes next, and one large button. */
export const Screen = () => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const failureText = useFailureText();
  const { state, show, online, accept, read } = useStage();
  const logos = useLogos(show.data);
  const winners = useWinners(show.data, state?.codes ?? {});
  const wordsOf = useNext(show.data?.stamp);
  const now = useNow(1_000);
  const [busy, setBusy] = useState(false);
  const [locked, setLocked] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const slides = show.data ? slidesOf(show.data) : [];
  const slide = stepFrom(slides, state?.slide ?? '', 0);
  if (!show.data || !state || !slide || !logos.data) {
    return (
      <main className={styles.remote}>
        <h1 className="visually-hidden">{t('remote')}</h1>
        <Waiting query={show.error ? show : logos} />
      </main>
    );
  }
  const place = slides.indexOf(slide);
  const [next, then] = slides.slice(place + 1);
  const lost = !online || (problem !== undefined && isRetryable(problem));
  const off = busy || locked || !online;
  const send = async (to: Slide | undefined, blank = false): Promise<void> => {
    if (off || !to) return;
    setBusy(true);
    setProblem(undefined);
    try {
      accept(await move({ version: state.version, slide: to.name, blank }));
    } catch (error) {
      setProblem(error);
      void read();
    } finally {
      setBusy(false);
    }
  };
  const since = Date.parse(state.since ?? '');
  const shownFor = Math.max(Math.floor((now - since) / 1_000), 0) || 0;
  const following = next && wordsOf(next);
  const isReveal = next?.kind === 'winner' && !(next.category.category in state.codes);
  const label = !online ? t('waits') : !next ? t('over') : isReveal ? t('reveal') : t('next.action');
  return (
    <main className={cx(styles.remote, !online && styles.off)}>
      <h1 className="visually-hidden">{t('remote')}</h1>
      <p className={styles.top}>
        <span className={styles.live}>{online ? t('onStage') : t('noConnection')}</span>
        <span className={styles.time}>
          {Math.floor(shownFor / 60)}:{String(shownFor % 60).padStart(2, '0')}
        </span>
        {locked ? (
          <HoldButton className={styles.lock} onHold={() => setLocked(false)}>
            {t('unlock')}
          </HoldButton>
        ) : (
          <button type="button" className={styles.lock} onClick={() => setLocked(true)}>
            {t('lock')}
          </button>
        )}
      </p>
      <SlideView
        slide={slide}
        blank={state.blank}
        stage={{ award: inLanguage(show.data.award, language), logos: logos.data, winners, since }}
      />
      {lost ? (
        <div className={styles.warn} role="alert">
          <b>{t('keeps')}</b>
          <span>{t('notSent')}</span>
        </div>
      ) : (
        <section className={styles.next} aria-label={t('next.title')}>
          <p className={styles.title}>{t('next.title')}</p>
          {following && (
            <div className={styles.what}>
              {following.logo && <img src={logos.data.get(following.logo)} alt="" />}
              <div>
                <b translate="no">{following.name}</b>
                <span>{following.about}</span>
              </div>
            </div>
          )}
          {then && <p className={styles.then}>{t('then', { what: wordsOf(then).name })}</p>}
          {problem !== undefined && <p role="alert">{failureText(problem)}</p>}
        </section>
      )}
      <div className={styles.progress}>
        <i style={vars({ '--done': `${((place + 1) / slides.length) * 100}%` })} />
        <span>{t('place', { place: place + 1, of: slides.length })}</span>
      </div>
      {isReveal && online ? (
        <HoldButton className={cx(styles.go, styles.reveal)} aria-disabled={off} onHold={() => void send(next)}>
          {label}
        </HoldButton>
      ) : (
        <button type="button" className={styles.go} aria-disabled={off || !next} onClick={() => void send(next)}>
          {label}
        </button>
      )}
      <div className={styles.two}>
        <button type="button" aria-disabled={off || place === 0} onClick={() => void send(slides[place - 1])}>
          {t('back')}
        </button>
        <button type="button" aria-disabled={off} onClick={() => void send(slide, !state.blank)}>
          {t(state.blank ? 'showAgain' : 'blank')}
        </button>
      </div>
    </main>
  );
};
