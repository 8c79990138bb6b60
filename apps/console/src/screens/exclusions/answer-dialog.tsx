import { answerObjection } from '@laurel/contracts/console/calls/exclusions';
import type { Objection } from '@laurel/contracts/console/exclusion-records';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { TextArea } from '../../ui/field.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './exclusions.module.css';

const ANSWER_MAX = 2_000;

type Props = { objection: Objection; onClose(): void };

/** Answers an objection; the answer goes to the person by mail. */
export const AnswerDialog = ({ objection, onClose }: Props) => {
  const { t } = useTranslation('exclusions');
  const run = useChange();
  const [answer, setAnswer] = useState('');
  const written = answer.trim();
  const send = (reason: string) =>
    run(
      () => call(answerObjection, { params: { id: objection.id }, body: { answer: written, reason } }),
      t('objections.sent'),
    );
  return (
    <ReasonDialog
      title={t('objections.answerTitle')}
      action={t('objections.send')}
      ready={written !== ''}
      onClose={onClose}
      onConfirm={send}
    >
      <blockquote className={styles.quote}>{objection.text}</blockquote>
      <TextArea
        label={t('objections.answerLabel')}
        hint={t('objections.answerHint')}
        rows={6}
        maxLength={ANSWER_MAX}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </ReasonDialog>
  );
};
