import { zodResolver } from '@hookform/resolvers/zod';
import { proposeExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useNumbers } from '../../i18n/numbers.ts';
import { call } from '../../lib/call.ts';
import type { Reasons } from '../../session/exclusion-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import styles from './exclusions.module.css';

const schema = proposeExclusion.body.pick({ publicReason: true, reason: true, evidence: true });

type Props = {
  selection: NamedSelection;
  preview: { votes: number; people: number; cast: number; moreThanHalf: boolean };
  /** Keeps the texts while this form is not shown. */
  reasons: RefObject<Reasons>;
};

/** The reasons of an exclusion, and the button that stores it as a proposal. This changes no count. */
export const ProposalForm = ({ selection, preview, reasons }: Props) => {
  const { t } = useTranslation('exclusions');
  const { count } = useNumbers();
  const fieldText = useFieldText();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<unknown>();
  const [confirmed, setConfirmed] = useState(false);
  const { register, handleSubmit, formState, subscribe } = useForm({
    resolver: zodResolver(schema),
    defaultValues: reasons.current,
  });
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          reasons.current = structuredClone(values);
        },
      }),
    [subscribe, reasons],
  );
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (given) => {
    setFailure(undefined);
    try {
      const { data } = await call(proposeExclusion, { body: { ...given, selection, moreThanHalf: confirmed } });
      await queryClient.invalidateQueries();
      showToast(t('proposal.done', { id: data.id }));
      await navigate({ to: '/exclusions/$id', params: { id: String(data.id) } });
    } catch (error) {
      setFailure(error);
    }
  });
  return (
    <Card title={t('proposal.title')}>
      <p className={styles.text}>
        {t('proposal.text', { votes: count(preview.votes), people: count(preview.people) })}
      </p>
      <Form onSubmit={submit}>
        <div className={styles.fields}>
          <TextArea
            {...register('publicReason.en')}
            label={t('proposal.public.en')}
            hint={t('proposal.publicHint')}
            error={fieldText(errors.publicReason?.en?.message)}
          />
          <TextArea
            {...register('publicReason.uk')}
            label={t('proposal.public.uk')}
            hint={t('proposal.publicHint')}
            error={fieldText(errors.publicReason?.uk?.message)}
          />
          <TextArea
            {...register('reason')}
            label={t('proposal.reason')}
            hint={t('proposal.reasonHint')}
            error={fieldText(errors.reason?.message)}
          />
          <TextArea
            {...register('evidence')}
            label={t('proposal.evidence')}
            hint={t('proposal.evidenceHint')}
            error={fieldText(errors.evidence?.message)}
          />
        </div>
        {preview.moreThanHalf && (
          <label className={styles.check}>
            <input type="checkbox" checked={confirmed} onChange={(event) => setConfirmed(event.target.checked)} />
            <span>{t('proposal.moreThanHalf', { votes: count(preview.votes), cast: count(preview.cast) })}</span>
          </label>
        )}
        {failure !== undefined && <Failure error={failure} />}
        <div className={styles.actions}>
          <Button type="submit" tone="main" busy={isSubmitting} disabled={preview.moreThanHalf && !confirmed}>
            {t('proposal.action')}
          </Button>
        </div>
      </Form>
    </Card>
  );
};
