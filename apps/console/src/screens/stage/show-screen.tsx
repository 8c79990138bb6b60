import type { StageState } from '@laurel/contracts/console/calls/stage';
import { revealedBy, typedCode } from '@laurel/contracts/console/stage';
import { inLanguage } from '@laurel/contracts/languages';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/language.ts';
import { isFailure } from '../../lib/failure.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { Waiting } from '../../ui/states.tsx';
import { openSealed } from './open-sealed.ts';
import styles from './show.module.css';
import { SlideView } from './slide.tsx';
import { type Slide, slidesOf, stepFrom } from './slides.ts';
import { useSound } from './use-sound.ts';
import { move, useLogos, useStage, useWinners } from './use-stage.ts';

/** What a clicker and a keyboard do. */
const KEYS: Readonly<Record<string, 'next' | 'back' | 'blank' | 'full' | 'sound'>> = {
  ...{ PageDown: 'next', ArrowRight: 'next', ArrowDown: 'next', ' ': 'next', Enter: 'next' },
  ...{ PageUp: 'back', ArrowLeft: 'back', ArrowUp: 'back', b: 'blank', B: 'blank', '.': 'blank' },
  ...{ f: 'full', F: 'full', s: 'sound', S: 'sound' },
};

type View = Pick<StageState, 'slide' | 'blank' | 'since'>;

/** The show on the projector: everything is in memory, except the winners, which are sealed. */
export const Screen = () => {
  const { t } = useTranslation('stage');
  const language = useLanguage();
  const { state, show, online, readAt, accept, read } = useStage();
  const logos = useLogos(show.data);
  /** What the clicker shows until the server knows it. */
  const [own, setOwn] = useState<View>();
  const [typed, setTyped] = useState<Record<string, string>>({});
  /** The slide of a winner that asks for its code. */
  const [asked, setAsked] = useState<Slide>();
  const [wrong, setWrong] = useState(false);
  const sending = useRef(false);
  const codes = { ...state?.codes, ...typed };
  const winners = useWinners(show.data, codes);
  const slides = show.data ? slidesOf(show.data) : [];
  const view: View | undefined = own ?? state;
  const slide = stepFrom(slides, view?.slide ?? '', 0);
  const isWinner = slide?.kind === 'winner' && !view?.blank && slide.category.category in winners;
  const sound = useSound(isWinner ? slide.name : undefined);

  /** Shows a slide at once; the server is told as soon as it answers. */
  const showHere = (next: Partial<View>) => {
    setAsked(undefined);
    if (view) setOwn({ ...view, since: new Date(serverClock.at(Date.now())).toISOString(), blank: false, ...next });
  };
  const sealedOf = (category: string | undefined) =>
    show.data?.categories.find((each) => each.category === category)?.sealed ?? undefined;

  const go = (slide: Slide | undefined): void => {
    if (!slide) return;
    const category = revealedBy(slide.name);
    setWrong(false);
    // The server reveals the winner, if it can be asked.
    if (category !== undefined && sealedOf(category) && !(category in codes) && !online) setAsked(slide);
    else showHere({ slide: slide.name });
  };

  const openWith = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const code = typedCode(String(new FormData(event.currentTarget).get('code')));
    const category = revealedBy(asked?.name ?? '');
    const sealed = sealedOf(category);
    if (!show.data || !asked || category === undefined || !sealed) return;
    try {
      await openSealed(sealed, code, `${show.data.salt}/${category}`);
    } catch {
      return setWrong(true);
    }
    setTyped((known) => ({ ...known, [category]: code }));
    showHere({ slide: asked.name });
  };

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') setAsked(undefined);
    const does = KEYS[event.key];
    if (!does || event.repeat || event.ctrlKey || event.metaKey || asked || !view) return;
    event.preventDefault();
    if (does === 'full') void document.documentElement.requestFullscreen();
    else if (does === 'sound') sound.toggle();
    else if (does === 'blank') showHere({ slide: view.slide, since: view.since, blank: !view.blank });
    else go(stepFrom(slides, view.slide, does === 'next' ? 1 : -1));
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const tell = useEffectEvent(async (): Promise<void> => {
    if (!own || !state || !online || sending.current) return;
    sending.current = true;
    try {
      const { slide, blank } = own;
      accept(await move({ version: state.version, slide, blank, codes: Object.values(typed) }));
      setOwn((now) => (now === own ? undefined : now));
    } catch (error) {
      const slide = slides.find(({ name }) => name === own.slide);
      const isChanged = isFailure(error, 'console.changed');
      if (!isChanged && slide?.kind === 'winner' && !(slide.category.category in codes)) {
        setOwn({ ...own, slide: stepFrom(slides, slide.name, -1)?.name ?? '' });
        setAsked(slide);
      } else if (isChanged) {
        // Somebody moved the show meanwhile: the last one to move it decides.
        setOwn((now) => (now === own ? undefined : now));
      }
      void read();
    } finally {
      sending.current = false;
    }
  });
  // With each new state it tries again.
  useEffect(() => void tell(), [own, readAt, online]);

  const category = asked && 'category' in asked ? inLanguage(asked.category.name, language) : '';
  return (
    <main className={styles.show} data-online={online}>
      <h1 className="visually-hidden">{t('show')}</h1>
      {show.data && slide && view && logos.data ? (
        <div className={styles.screen} aria-live="polite">
          <SlideView
            slide={slide}
            blank={view.blank}
            stage={{
              award: inLanguage(show.data.award, language),
              logos: logos.data,
              winners,
              since: Date.parse(view.since ?? ''),
            }}
          />
        </div>
      ) : (
        <Waiting query={show.error ? show : logos} />
      )}
      {slide?.kind === 'opening' && logos.isSuccess && (
        <p className={styles.hint}>
          {t('ready', { count: logos.data.size })}. {t(sound.isOn ? 'soundOn' : 'soundOff')}
        </p>
      )}
      {asked && (
        <form className={styles.code} onSubmit={(event) => void openWith(event)}>
          <label htmlFor="code">{t('code', { category })}</label>
          {/* biome-ignore lint/a11y/noAutofocus: without it, a person at a dark stage would search for the field. */}
          <input id="code" name="code" autoFocus autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          {wrong && <p role="alert">{t('wrongCode')}</p>}
        </form>
      )}
    </main>
  );
};
