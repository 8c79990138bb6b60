import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/field.tsx';
import { KeyButton } from '../../ui/key-button.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Empty, Waiting } from '../../ui/states.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useKeys, useLetters } from '../../ui/use-keys.ts';
import styles from './entries.module.css';
import { KeysDialog } from './keys-dialog.tsx';
import { OneSpelling } from './one-spelling.tsx';
import { Question } from './question.tsx';
import { Steps } from './steps.tsx';
import { type Entries, isolated, KEYS, type Option } from './types.ts';
import { useDesk } from './use-desk.ts';

/** The same function each time, so that it runs once for an element. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

type Props = {
  entries: Entries;
  categories: readonly Option[];
  /** The choice of the category, above the list. */
  children: ReactNode;
};

/** The candidates of a category, the one that is open, and the newest steps. On a phone, the list or the open one. */
export const Desk = ({ entries, categories, children }: Props) => {
  const { t } = useTranslation('entries');
  const desk = useDesk(entries);
  const { current, near, acts, dialog, tick } = desk;
  const [letters, chooseLetters] = useLetters();
  const [opened, setOpened] = useState(false);
  const [to, setTo] = useState<string>();
  const others = categories.filter(({ chosen }) => !chosen);
  const target = dialog === 'move' ? (others.find(({ value }) => value === to) ?? others[0]) : undefined;
  const part = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(part);
  const close = (): void => desk.setDialog(undefined);
  const showKeys = (): void => desk.setDialog('keys');
  const letterActs = Object.fromEntries(KEYS.map(([act, key]) => [key, acts[act]]));
  const onKeyDown = useKeys({ letters, step: desk.step, acts: { ...letterActs, '?': showKeys } });
  /** A button for what can be done, with its key. */
  const button = (act: keyof typeof acts, look?: Pick<ComponentProps<typeof KeyButton>, 'tone' | 'small'>) =>
    acts[act] && (
      <KeyButton {...look} letter={letters ? KEYS.find(([each]) => each === act)?.[1] : undefined} onClick={acts[act]}>
        {t(`act.${act}`)}
      </KeyButton>
    );

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
                  <bdi className={styles.strong}>{name}</bdi>
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
                  {button('accept', { tone: near ? 'plain' : 'main' })}
                  {button('reopen')}
                  {button('move')}
                  {button('reject', { tone: 'danger' })}
                  {button('undo')}
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
                  {button('merge', { tone: 'main' })}
                  {button('skip')}
                </Question>
              )}
              <Card title={t('wrote')} beside={button('split', { small: true })}>
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
      {current && (target || dialog === 'reject') && (
        <ReasonDialog
          title={t(target ? 'moveTitle' : 'rejectTitle', { name: isolated(current.name) })}
          action={t(target ? 'act.move' : 'act.reject')}
          tone={target ? 'main' : 'danger'}
          onConfirm={(reason) => (target ? desk.move(target.place, reason) : desk.reject(reason))}
          onClose={close}
        >
          {target ? (
            <Select
              label={t('category')}
              value={target.value}
              options={others}
              onChange={(event) => setTo(event.target.value)}
            />
          ) : (
            <p>{t('rejectText')}</p>
          )}
        </ReasonDialog>
      )}
      {dialog === 'keys' && <KeysDialog letters={letters} onLetters={chooseLetters} onClose={close} />}
    </>
  );
};
