import type { Vote } from '@laurel/contracts/records';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFailureText } from '../../../i18n/failure-text.ts';
import { whileAwaited } from '../../../lib/busy.ts';
import { type ApiFailure, asFailure, endsSession } from '../../../lib/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogLead, DialogTitle, Stage } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { cast, findVote } from '../calls.ts';
import { type Choice, isInDoubt } from '../flow.ts';
import type { Keeper } from '../kept-votes.ts';
import styles from './confirm-modal.module.css';

/** The failure of an attempt. `isUnknown`: the text says that the vote may be recorded, not why the attempt failed. */
type Refusal = { refused: ApiFailure; isUnknown: boolean };

type Props = {
  vote: Vote;
  choice: Choice;
  /** Whether voting is open. */
  isOpen: boolean;
  notice?: string | undefined;
  /** Keeps the data to check the vote in the public record; undefined without one. */
  keeper: Keeper | undefined;
  /** Called with the recorded vote of the category. */
  onVoted(vote: Vote): void;
  /** Returns true if the refusal opens another step; otherwise the modal shows it. */
  onRefused(failure: ApiFailure): boolean;
  /** Called when a vote that may have been recorded was not found, or when the modal closes before that is clear. */
  onDoubtEnded(): void;
  onCancel(): void;
};

/** Confirms a vote, which can't be changed afterwards. */
export const VoteConfirmModal = (props: Props) => {
  const { vote, choice, isOpen, notice, keeper, onVoted, onRefused, onDoubtEnded, onCancel } = props;
  const { t } = useTranslation(['voting', 'errors', 'common']);
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Refusal>();
  const [checking, setChecking] = useState(false);
  /** Whether an attempt may have been recorded, and the vote was not found yet. */
  const [doubt, setDoubt] = useState(false);
  const endDoubt = useEffectEvent(onDoubtEnded);
  useEffect(() => (doubt ? () => endDoubt() : undefined), [doubt]);

  /** Casts the vote; returns the recorded one, or why none is known. */
  const attempt = async (): Promise<{ recorded: Vote } | Refusal> => {
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

  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await whileAwaited(attempt);
    if ('recorded' in outcome) return onVoted(outcome.recorded);
    if (onRefused(outcome.refused)) return;
    setFailure(outcome);
    setBusy(false);
  };

  // A vote that was sent before the end may still be recorded.
  const isTooLate = !isOpen && !busy && !doubt;

  const renderMessage = () => {
    if (checking) return <Notice tone="wait">{t('checking')}</Notice>;
    if (isTooLate) return <Notice tone="bad">{t('errors:vote.not_open')}</Notice>;
    if (!failure) return null;
    const text = failure.isUnknown ? t('unconfirmed') : failureText(failure.refused, 'vote');
    return <Notice tone="bad">{text}</Notice>;
  };

  return (
    <Stage name="voteConfirm">
      {notice !== undefined && (
        <div className={styles.notice}>
          <Notice tone="ok">{notice}</Notice>
        </div>
      )}
      <div className={styles.choice}>
        <img src={choice.logo} alt="" width={72} height={72} />
        <DialogTitle roomy>{t('confirmTitle', { name: choice.nominee })}</DialogTitle>
      </div>
      <div className={styles.facts}>
        <dl>
          <dt>{t('nomination')}</dt>
          <dd>{choice.nomination}</dd>
          {choice.category !== undefined && (
            <>
              <dt>{t('category')}</dt>
              <dd>{choice.category}</dd>
            </>
          )}
        </dl>
      </div>
      {renderMessage()}
      {!isTooLate && (
        <>
          <DialogLead>{t('confirmLead')}</DialogLead>
          <Button full busy={busy} onClick={() => void submit()}>
            {t('cast')}
          </Button>
        </>
      )}
      {/* A vote can't be undone, so the way back has the focus first. */}
      <Button tone="plain" full data-main disabled={busy} onClick={onCancel}>
        {t(isTooLate ? 'common:close' : 'notYet')}
      </Button>
    </Stage>
  );
};
