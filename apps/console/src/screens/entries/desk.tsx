import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { KeyButton } from '../../ui/key-button.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useKeys, useLetters } from '../../ui/use-keys.ts';
import { ActButton } from './act-button.tsx';
import { KeysDialog, MoveDialog } from './dialogs.tsx';
import styles from './entries.module.css';
import { OneSpelling } from './one-spelling.tsx';
import { Question } from './question.tsx';
import { Steps } from './steps.tsx';
import { type Entries, isolated, KEYS, type Option } from './types.ts';
import { useDesk } from './use-desk.ts';

/** The same function each time, so that it runs once for an element. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

type Props = {
  entries: Entries;
  /** The other categories. */
  others: readonly Option[];
  /** The choice of the category, above the list. */
  children: ReactNode;
};

/** The candidates of a category, the one that is open, and the newest steps. On a phone, the list or the open one. */
export const Desk = ({ entries, others, children }: Props) => {
  const { t } = useTranslation('entries');
  const desk = useDesk(entries);
  const { current, near, acts, dialog, tick } = desk;
  const [letters, chooseLetters] = useLetters();
  const [opened, setOpened] = useState(false);
  const part = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(part);
  const close = (): void => desk.setDialog(undefined);
  const showKeys = (): void => desk.setDialog('keys');
  const letterActs = Object.fromEntries(KEYS.map(([act, key]) => [key, acts[act]]));
  const onKeyDown = useKeys({ letters, step: desk.step, acts: { ...letterActs, '?': showKeys } });
  const buttons = { acts, letters };

  // Keeps the focus where the keys work: at first, and after a dialog.
  useEffect(() => {
    if (!dialog && !part.current?.contains(document.activeElement)) part.current?.focus({ preventScroll: true });
  }, [dialog]);

  return (
    <>
      <section
        ref={part}
        className={cx(styles.desk, opened && styles.opened)}
        aria-label={t('desk')}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        {...keptFocus}
      >
        <div className={styles.list}>
          {children}
          <PickList
            label={t('candidates')}
            items={desk.candidates}
            current={current?.id}
            onChoose={(id) => {
              desk.choose(id);
              setOpened(true);
            }}
          >
            {({ people, name, spellings, state }) => (
              <>
                <span className={styles.people}>{people}</span>
                <span className={styles.name}>
                  <b>
                    <bdi>{name}</bdi>
                  </b>
                  <small>{t('spellings', { count: spellings })}</small>
                </span>
                {state !== 'open' && <Chip tone={state === 'accepted' ? 'ok' : 'plain'}>{t(`state.${state}`)}</Chip>}
              </>
            )}
          </PickList>
          <KeyButton tone="quiet" className={styles.keys} letter={letters ? '?' : undefined} onClick={showKeys}>
            {t(letters ? 'keys' : 'keysOff')}
          </KeyButton>
        </div>
        <div className={styles.candidate}>
          {opened && (
            <Button tone="quiet" ref={takeFocus} className={styles.back} onClick={() => setOpened(false)}>
              {t('back', { at: desk.at + 1, all: desk.candidates.length })}
            </Button>
          )}
          {current === undefined && <Empty title={t('none')} />}
          {current && (
            <>
              <div className={styles.head}>
                <h2>
                  <bdi>{current.name}</bdi>
                </h2>
                <div className={styles.acts}>
                  <ActButton act="accept" tone={near ? 'plain' : 'main'} {...buttons} />
                  <ActButton act="reopen" {...buttons} />
                  <ActButton act="move" {...buttons} />
                  <ActButton act="reject" tone="danger" {...buttons} />
                  <ActButton act="undo" {...buttons} />
                </div>
                <p>
                  {t('counts', {
                    people: t('people', { count: current.people }),
                    entries: t('entries', { count: current.entries }),
                  })}{' '}
                  {current.entries > current.people && t('once')}
                </p>
              </div>
              {near && (
                <Question people={current.people} near={near}>
                  <ActButton act="merge" tone="main" {...buttons} />
                  <ActButton act="skip" {...buttons} />
                </Question>
              )}
              <Card title={t('wrote')} beside={<ActButton act="split" small {...buttons} />}>
                <Waiting query={desk.details} inCard />
                <ul>
                  {desk.details.data?.spellings.map((spelling) => (
                    <OneSpelling
                      key={spelling.name}
                      spelling={spelling}
                      ticked={desk.ticked.includes(spelling)}
                      onTick={tick && (() => tick(spelling.name))}
                    />
                  ))}
                </ul>
              </Card>
            </>
          )}
        </div>
        <Steps steps={desk.steps} onUndo={desk.undo} />
      </section>
      {current && dialog === 'move' && (
        <MoveDialog name={current.name} options={others} onMove={desk.move} onClose={close} />
      )}
      {current && dialog === 'reject' && (
        <ReasonDialog
          title={t('rejectTitle', { name: isolated(current.name) })}
          action={t('act.reject')}
          tone="danger"
          onConfirm={desk.reject}
          onClose={close}
        >
          <p>{t('rejectText')}</p>
        </ReasonDialog>
      )}
      {dialog === 'keys' && <KeysDialog letters={letters} onLetters={chooseLetters} onClose={close} />}
    </>
  );
};
