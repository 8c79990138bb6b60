import type { Vote } from '@laurel/contracts/records';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../i18n/failure-text.ts';
import { whileAwaited } from '../../lib/busy.ts';
import { type ApiFailure, asFailure, endsSession } from '../../lib/failure.ts';
import { cast, findVote } from './calls.ts';
import { isInDoubt } from './flow.ts';
import type { Keeper } from './kept-votes.ts';

/** The failure of an attempt. `isUnknown`: the text says that the vote may be recorded, not why the attempt failed. */
type Refusal = { refused: ApiFailure; isUnknown: boolean };

/** How the page casts votes, and what it does then. */
export type Casting = {
  /** Whether voting is open. */
  readonly isOpen: boolean;
  /** Keeps the data to check the vote in the public record; undefined without one. */
  readonly keeper: Keeper | undefined;
  /** Called with the recorded vote of the category, which may be an earlier one, and the one that was asked for. */
  onVoted(vote: Vote, asked: Vote): void;
  /** Returns true if the refusal opens another step; otherwise the caller shows it. */
  onRefused(failure: ApiFailure): boolean;
  /** Called when a vote that may have been recorded was not found, or when the modal closes before that is clear. */
  onDoubtEnded(): void;
};

/** Casts a vote in a category, and finds out whether one was recorded whose answer was lost. */
export const useCast = ({ isOpen, keeper, onVoted, onRefused, onDoubtEnded }: Casting) => {
  const { t } = useTranslation(['voting', 'errors']);
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Refusal>();
  const [checking, setChecking] = useState(false);
  /** Whether an attempt may have been recorded, and the vote was not found yet. */
  const [doubt, setDoubt] = useState(false);
  const endDoubt = useEffectEvent(onDoubtEnded);
  useEffect(() => (doubt ? () => endDoubt() : undefined), [doubt]);

  /** Casts the vote; returns the recorded one, or why none is known. */
  const attempt = async (vote: Vote): Promise<{ recorded: Vote } | Refusal> => {
    try {
      return { recorded: await cast(vote, keeper) };
    } catch (error) {
      const refused = asFailure(error);
      const isLost = isInDoubt(refused);
      // Even if this attempt is refused, an earlier one whose response was lost may have been recorded.
      const mayBeRecorded = isLost || (doubt && !endsSession(refused));
      if (isLost) setDoubt(true);
      setChecking(mayBeRecorded);
      const found = mayBeRecorded ? await findVote(vote) : undefined;
      setChecking(false);
      if (typeof found === 'object') return { recorded: found };
      if (!isLost && found === 'none') setDoubt(false);
      // A lost connection keeps its own text, which asks to check the connection and to try again.
      const isUnknown = found === 'unknown' && refused.code !== 'connection.lost';
      return { refused, isUnknown: isUnknown || refused.code === 'vote.in_doubt' };
    }
  };

  const submit = async (vote: Vote) => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await whileAwaited(() => attempt(vote));
    if ('recorded' in outcome) return onVoted(outcome.recorded, vote);
    if (onRefused(outcome.refused)) return;
    setFailure(outcome);
    setBusy(false);
  };

  // A vote that was sent before the end may still be recorded.
  const isTooLate = !isOpen && !busy && !doubt;
  /** What to say beside the button, if anything. */
  const news = (): { tone: 'wait' | 'bad'; text: string } | undefined => {
    if (checking) return { tone: 'wait', text: t('checking') };
    if (isTooLate) return { tone: 'bad', text: t('errors:vote.not_open') };
    if (!failure) return undefined;
    return { tone: 'bad', text: failure.isUnknown ? t('unconfirmed') : failureText(failure.refused, 'vote') };
  };
  return { busy, isTooLate, failed: failure !== undefined, news: news(), submit };
};
