import { matchPictures } from '@laurel/contracts/console/calls/editor';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/language.ts';
import { call } from '../../../lib/call.ts';
import { namesOf } from '../../../lib/draft-names.ts';
import { Bar } from '../../../ui/bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { Sums } from '../../../ui/stat-number.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { useDraft } from '../use-draft.ts';
import { sortPictures } from './file-kinds.ts';
import styles from './import.module.css';
import { PictureList } from './picture-list.tsx';
import { chosen, nomineesFor, type PlannedPicture, planOf, stillWithout } from './picture-plan.ts';
import { type Sent, sendPictures } from './send-pictures.ts';

/** How many of the nominees without a picture are named. */
const NAMED = 5;

type Props = { given: readonly File[]; onClose(): void };

/** Many pictures at once: which nominee each belongs to, what needs a person, and then one after the other into the draft. */
export const PicturesImport = ({ given, onClose }: Props) => {
  const { t } = useTranslation('editor-import');
  const language = useLanguage();
  const { id, fields, refresh, settled } = useDraft();
  const [use, setUse] = useState<'logo' | 'picture'>('logo');
  const { files, refused } = useMemo(() => sortPictures(given), [given]);
  const [plan, setPlan] = useState<readonly PlannedPicture[]>([]);
  const [sent, setSent] = useState<ReadonlyMap<string, Sent>>(new Map());
  const [step, setStep] = useState<'match' | 'plan' | 'send' | 'done'>('match');
  const [waiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const everybody = useMemo(() => namesOf(fields?.nominations, language).nominees, [fields, language]);
  const nominees = nomineesFor(everybody, use);
  const without = stillWithout(nominees, plan, use);

  const match = async () => {
    setFailure(undefined);
    try {
      // The server knows a nominee that was added a second ago.
      await settled();
      const body = { files: [...files.keys()], within: null };
      if (files.size > 0) setPlan(planOf((await call(matchPictures, { params: { id }, body })).data));
      setStep('plan');
    } catch (error) {
      setFailure(error);
    }
  };
  useEffect(() => void match(), []);

  const orders = plan.flatMap(({ file, nominee }) => {
    const content = files.get(file);
    return content && nominee !== '' ? [{ file, nominee, content }] : [];
  });
  const send = async () => {
    stop.current = new AbortController();
    setStep('send');
    await sendPictures(orders, {
      ...{ id, use, signal: stop.current.signal, onWaiting: setWaiting },
      onSent: (file, outcome) => setSent((before) => new Map([...before, [file, outcome]])),
    });
    setStep('done');
    refresh();
  };

  const isCertain = ({ certainty }: PlannedPicture): boolean => certainty === 'certain';
  const needsLook = ({ file }: PlannedPicture): boolean => {
    const outcome = sent.get(file);
    return outcome !== undefined && (outcome.state !== 'used' || outcome.notes.length > 0);
  };
  const certain = plan.filter(isCertain);
  const used = [...sent.values()].filter(({ state }) => state === 'used').length;
  const open = plan.length - orders.length;
  const shared = { files, nominees, without, sent };
  const onChoose = (file: string, nominee: string) => setPlan(chosen(plan, file, nominee));
  const titles = {
    match: t('pictures.matching'),
    plan: t('pictures.titlePlan', { count: given.length, found: orders.length }),
    send: t(`pictures.sending.${use}`, { count: orders.length }),
    done: t(`pictures.done.${use}`, { count: used }),
  };
  return (
    <Dialog title={titles[step]} onClose={onClose} closable={step !== 'send'} wide={step === 'plan'}>
      {step === 'match' &&
        (failure === undefined ? <Loading lines={4} /> : <Failure error={failure} onRetry={match} />)}
      {step === 'plan' && (
        <>
          <Choice
            label={t('pictures.use')}
            options={(['logo', 'picture'] as const).map((value) => ({ value, label: t(`use.${value}`) }))}
            value={use}
            onChange={setUse}
          />
          <Sums
            items={[
              { value: orders.length, label: t('pictures.matched', { count: orders.length }) },
              { value: open, label: t('pictures.needYou', { count: open }), tone: open > 0 ? 'warn' : undefined },
              { value: refused.size, label: t('pictures.unusable', { count: refused.size }) },
              { value: without.length, label: t('pictures.without', { count: without.length }) },
            ]}
          />
          <PictureList
            {...shared}
            rows={plan.filter((each) => !isCertain(each))}
            refused={refused}
            onChoose={onChoose}
          />
          {certain.length > 0 && (
            <details className={styles.certain}>
              <summary>{t('pictures.certain', { count: certain.length })}</summary>
              <PictureList {...shared} rows={certain} onChoose={onChoose} />
            </details>
          )}
        </>
      )}
      {step === 'send' && (
        <div className={styles.progress} role="status">
          <Bar share={sent.size / Math.max(1, orders.length)} />
          <p>{t('pictures.progress', { count: sent.size, all: orders.length })}</p>
          {waiting && <Note tone="warn">{t('pictures.waiting')}</Note>}
        </div>
      )}
      {step === 'done' && <PictureList {...shared} rows={plan.filter(needsLook)} refused={refused} />}
      {(step === 'plan' || step === 'done') && without.length > 0 && (
        <p className={styles.muted}>
          {t('pictures.stillWithout', {
            names: without
              .slice(0, NAMED)
              .map(({ name }) => name)
              .join(', '),
          })}
          {without.length > NAMED && ` ${t('pictures.andMore', { count: without.length - NAMED })}`}
        </p>
      )}
      <DialogActions>
        {step === 'send' ? (
          <Button onClick={() => stop.current?.abort()}>{t('pictures.stop')}</Button>
        ) : (
          <Button onClick={onClose} tone={step === 'done' ? 'main' : 'plain'}>
            {t(step === 'done' ? 'close' : 'cancel')}
          </Button>
        )}
        {step === 'plan' && (
          <Button tone="main" disabled={orders.length === 0} onClick={() => void send()}>
            {t(`pictures.apply.${use}`, { count: orders.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
};
