import {
  acceptCandidate,
  mergeCandidate,
  moveCandidate,
  readCandidate,
  rejectCandidate,
  reopenCandidate,
  splitCandidate,
  undoStep,
} from '@laurel/contracts/console/calls/entries';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../i18n/failure-text.ts';
import { call } from '../../lib/call.ts';
import { isFailure } from '../../lib/failure.ts';
import { queryOf } from '../../lib/query.ts';
import { useMayDo, useMe } from '../../session/me.ts';
import { showToast } from '../../ui/toast.tsx';
import type { Acts, Entries, Place } from './types.ts';

const NOTHING: Acts = {};

/** The open candidate of a category, what is asked about it, and what the person can do. */
export const useDesk = (entries: Entries) => {
  const { t } = useTranslation('entries');
  const failureText = useFailureText();
  const queryClient = useQueryClient();
  const mayDecide = useMayDo('entries.decide');
  const me = useMe().person.name;
  const [chosen, choose] = useState<number>();
  const [ticks, setTicks] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<'move' | 'reject' | 'keys'>();
  /** What is on its way to the server, because nobody waits for the answer, and what was set aside on this screen. */
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  const mark = (name: string): void => setMarks((before) => new Set(before).add(name));

  const candidates = entries.candidates.map((each) =>
    marks.has(`accept ${each.id}`) ? ({ ...each, state: 'accepted' } as const) : each,
  );
  const steps = entries.steps.map((each) => (marks.has(`undo ${each.id}`) ? { ...each, undone: true } : each));
  const mine = steps.find(({ actor, undone }) => actor === me && !undone);
  const current =
    candidates.find(({ id }) => id === chosen) ?? candidates.find(({ state }) => state === 'open') ?? candidates[0];
  const waits = current?.state === 'open';
  const id = current?.id ?? 0;
  const params = { id };
  const at = candidates.findIndex((each) => each.id === id);
  const details = useQuery({ ...queryOf(readCandidate, { params }), enabled: current !== undefined });
  const { spellings = [], near: alike = [] } = details.data ?? {};
  const pairOf = (other: number): string => `pair ${[id, other].sort()}`;
  const near = alike.find((other) => !marks.has(pairOf(other.id)));
  const keyOf = (spelling: string): string => `${id} ${spelling}`;
  const ticked = spellings.filter(({ name }) => ticks.includes(keyOf(name)));

  /** Makes a change, and reads everything again; rejects if it was refused. */
  const send = (change: Promise<unknown>) => change.finally(() => queryClient.invalidateQueries());
  /** Makes a change under a mark. If it is refused, a toast says why. */
  const start = async (name: string, change: Promise<unknown>): Promise<void> => {
    mark(name);
    await send(change).catch((error: unknown) => {
      const newer = name.startsWith('undo') && isFailure(error, 'console.changed');
      showToast(newer ? t('newer') : failureText(error));
    });
    setMarks((before) => new Set([...before].filter((each) => each !== name)));
  };
  /** Opens the next candidate that waits. */
  const goOn = (): void => {
    const next = [...candidates.slice(at + 1), ...candidates.slice(0, at)].find(({ state }) => state === 'open');
    choose(next?.id ?? id);
  };
  const undo = (step: number) => start(`undo ${step}`, call(undoStep, { params: { id: step }, body: {} }));
  const accept = () => {
    goOn();
    return start(`accept ${id}`, call(acceptCandidate, { params, body: {} }));
  };
  const split = () => {
    const body = { name: ticked[0]?.name ?? '', entries: ticked.flatMap((each) => each.entries) };
    setTicks([]);
    return start(`split ${id}`, call(splitCandidate, { params, body }));
  };
  const acts: Acts = {
    merge: near && (() => start(pairOf(near.id), call(mergeCandidate, { params, body: { other: near.id } }))),
    skip: near && (() => mark(pairOf(near.id))),
    // One spelling must stay.
    split: ticked.length > 0 && ticked.length < spellings.length ? split : undefined,
    move: entries.categories.length > 1 ? () => setDialog('move') : undefined,
    accept: waits ? accept : undefined,
    reject: waits ? () => setDialog('reject') : undefined,
    reopen: waits ? undefined : () => start(`reopen ${id}`, call(reopenCandidate, { params, body: {} })),
    undo: mine && (() => undo(mine.id)),
  };
  const tick = (spelling: string): void => {
    const key = keyOf(spelling);
    setTicks(ticks.includes(key) ? ticks.filter((each) => each !== key) : [...ticks, key]);
  };

  return {
    candidates,
    steps,
    current,
    at,
    details,
    near,
    ticked,
    dialog,
    setDialog,
    choose,
    step: (by: 1 | -1): void => choose(candidates[Math.min(candidates.length - 1, Math.max(0, at + by))]?.id),
    acts: mayDecide ? acts : NOTHING,
    tick: mayDecide ? tick : undefined,
    undo: mayDecide ? undo : undefined,
    move: (to: Place, reason: string) => send(call(moveCandidate, { params, body: { ...to, reason } }).then(goOn)),
    reject: (reason: string) => send(call(rejectCandidate, { params, body: { reason } }).then(goOn)),
  };
};
