import type { NamedSelection } from '@laurel/contracts/console/selection';
import { useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useFieldText } from '../../i18n/field-text.ts';
import { useBallotNames } from '../../lib/use-ballot-names.ts';
import type { Criteria } from '../../session/exclusion-draft.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { ChosenList } from './chosen-list.tsx';
import type { CriterionName } from './criteria.ts';
import styles from './exclusions.module.css';

export type CriteriaFormState = UseFormReturn<Criteria, unknown, NamedSelection>;

const MORE = ['numbers', 'mailDomains', 'timeZones', 'userAgents', 'accounts', 'voters'] as const;

type Props = {
  form: CriteriaFormState;
  onPreview(selection: NamedSelection): Promise<void>;
  failure: unknown;
};

/** The form for the criteria of a selection. It leads only to a preview. */
export const CriteriaForm = ({ form, onPreview, failure }: Props) => {
  const { t } = useTranslation('exclusions');
  const fieldText = useFieldText();
  const names = useBallotNames();
  const { register, control, handleSubmit, formState, setValue, getValues } = form;
  const { errors, isSubmitting } = formState;
  const nominees = useController({ control, name: 'nominees' }).field;
  const categories = useController({ control, name: 'categories' }).field;
  const errorOf = (name: CriterionName | 'root') => fieldText(errors[name]?.message);
  const hasMore = MORE.some((name) => errors[name] !== undefined);
  const [open, setOpen] = useState(() => getValues('voters') !== '');
  return (
    <Card title={t('criteria.title')}>
      <p className={styles.text}>{t('criteria.text')}</p>
      <Form onSubmit={handleSubmit(onPreview)}>
        <div className={styles.fields}>
          <TextArea
            {...register('networks')}
            label={t('criteria.networks')}
            hint={t('criteria.hints.networks')}
            error={errorOf('networks')}
            spellCheck={false}
            rows={3}
          />
          <div className={styles.window}>
            <Field {...register('from')} type="datetime-local" label={t('criteria.from')} error={errorOf('from')} />
            <Field {...register('until')} type="datetime-local" label={t('criteria.until')} error={errorOf('until')} />
            <p className={styles.aside}>{t('criteria.hints.window')}</p>
          </div>
          <ChosenList
            label={t('criteria.nominees')}
            options={names.nominees}
            chosen={nominees.value}
            onChange={nominees.onChange}
          />
          <ChosenList
            label={t('criteria.categories')}
            options={names.categories}
            chosen={categories.value}
            onChange={categories.onChange}
          />
        </div>
        <details className={styles.more} open={open || hasMore} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary>{t('criteria.more')}</summary>
          <div className={styles.fields}>
            {MORE.map((name) => (
              <TextArea
                key={name}
                {...register(name)}
                label={t(`criteria.${name}`)}
                hint={t(`criteria.hints.${name}`)}
                error={errorOf(name)}
                spellCheck={false}
                rows={3}
              />
            ))}
            <Field
              type="file"
              accept=".txt,.csv,text/plain"
              label={t('criteria.file')}
              hint={t('criteria.hints.file')}
              onChange={async (event) => {
                const text = await event.target.files?.[0]?.text();
                if (text !== undefined) setValue('accounts', text.trim(), { shouldDirty: true });
              }}
            />
          </div>
        </details>
        {errorOf('root') !== undefined && (
          <p className={styles.problem} role="alert">
            {errorOf('root')}
          </p>
        )}
        {failure !== undefined && <Failure error={failure} />}
        <div className={styles.actions}>
          <Button type="submit" tone="main" busy={isSubmitting}>
            {t('criteria.preview')}
          </Button>
        </div>
      </Form>
    </Card>
  );
};
