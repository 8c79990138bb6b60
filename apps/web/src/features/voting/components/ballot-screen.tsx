import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { BackIcon, CloseIcon, PauseIcon } from '../../../ui/icons.tsx';
import { type Choice, placeName } from '../flow.ts';
import styles from './ballot.module.css';
import eclipse from './eclipse.module.css';
import { type Bead, Limb, Ring } from './limb.tsx';

type Way = { readonly name: string; go(): void };

type FrameProps = {
  /** The stage's name: another one moves the focus. */
  name: string;
  beads: readonly Bead[];
  /** The category before this one; absent at the first. */
  back: Way | undefined;
  onLeave(): void;
  /** What to do now, or what went wrong. */
  hint?: { readonly text: string; readonly tone?: 'wait' | 'bad' };
  /** The main button, at the thumb. */
  foot: ReactNode;
  titleId?: string;
  /** Whether a vote was just counted, so that the button at the thumb has the focus first. */
  counted?: boolean;
  children: ReactNode;
};

/** A screen of the ballot: the way back and out above, the progress and the main button below. */
export const BallotScreen = (props: FrameProps) => {
  const { name, beads, back, onLeave, hint, foot, titleId, counted = false, children } = props;
  const { t } = useTranslation('voting');
  const total = beads.length;
  const voted = beads.filter((bead) => bead === 'voted').length;
  const here = beads.indexOf('here');
  return (
    <Stage name={name} size="full" focusStage={!counted} {...(titleId === undefined ? {} : { titleId })}>
      <div className={cx(styles.screen, counted && styles.counted)}>
        <div className={styles.bar}>
          {back ? (
            <button type="button" aria-label={t('ballot.back', { name: back.name })} onClick={back.go}>
              <BackIcon />
            </button>
          ) : (
            <span />
          )}
          <p>{t('outOf', { voted: here === -1 ? voted : here + 1, total })}</p>
          <button type="button" aria-label={t('ballot.leave')} onClick={onLeave}>
            <CloseIcon />
          </button>
        </div>
        {children}
        <div className={styles.limb}>
          <Limb beads={beads} label={t('progress', { voted, count: total })} />
        </div>
        <div className={styles.foot}>
          {hint && (
            <p
              className={cx(styles.hint, hint.tone === 'bad' && styles.bad)}
              role={hint.tone === 'bad' ? 'alert' : 'status'}
            >
              {hint.text}
            </p>
          )}
          {foot}
        </div>
      </div>
    </Stage>
  );
};

type CountedProps = Pick<FrameProps, 'beads' | 'back' | 'onLeave'> & {
  choice: Choice;
  /** The next category without a vote; absent after the last one. */
  next: Way | undefined;
  /** Until the next one opens by itself, milliseconds; absent if it waits for the button. */
  pause: { readonly ms: number; hold(): void } | undefined;
  onPicks(): void;
};

/** A counted vote: the light rises behind the nominee, and after the last vote the beads close to a ring. */
export const BallotCounted = ({ choice, next, pause, onPicks, ...frame }: CountedProps) => {
  const { t } = useTranslation('voting');
  const [title, text] = [useId(), useId()];
  const total = frame.beads.length;
  return (
    <BallotScreen
      {...frame}
      name={`counted ${placeName(choice)}`}
      counted
      titleId={title}
      foot={
        next ? (
          <div className={styles.onward}>
            <Button tone="ghost" data-main aria-describedby={`${title} ${text}`} onClick={next.go}>
              {pause && (
                <svg viewBox="0 0 36 36" width="28" height="28" aria-hidden="true">
                  <circle cx="18" cy="18" r="15" />
                  <circle cx="18" cy="18" r="15" pathLength="1" style={{ animationDuration: `${pause.ms}ms` }} />
                </svg>
              )}
              {t('ballot.next', { name: next.name })}
            </Button>
            {pause && (
              <Button tone="ghost" aria-label={t('ballot.wait')} onClick={pause.hold}>
                <PauseIcon />
              </Button>
            )}
          </div>
        ) : (
          <Button data-main aria-describedby={`${title} ${text}`} onClick={onPicks}>
            {t('myPicks')}
          </Button>
        )
      }
    >
      <div className={styles.moment} role="status">
        <div className={eclipse.eclipse}>
          {next ? (
            <img src={choice.logo} alt="" width={112} height={112} />
          ) : (
            <>
              <Ring total={total} />
              <b>{t('outOf', { voted: total, total })}</b>
            </>
          )}
        </div>
        <p>{placeName(choice)}</p>
        <DialogTitle roomy>{t(next ? 'ballot.counted' : 'finishedTitle')}</DialogTitle>
        <p id={text} className={styles.who}>
          {choice.nominee}
        </p>
      </div>
    </BallotScreen>
  );
};
