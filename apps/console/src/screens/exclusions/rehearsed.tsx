import type { rehearseExclusion } from '@laurel/contracts/console/calls/exclusions';
import type { NamedSelection } from '@laurel/contracts/console/selection';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallAnswer } from '../../lib/call.ts';
import type { Reasons } from '../../session/exclusion-draft.ts';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { ConcernedTable } from './concerned-table.tsx';
import styles from './exclusions.module.css';
import { Preview } from './preview.tsx';
import { ProposalForm } from './proposal-form.tsx';

/** A selection, and the server's preview of its exclusion. */
export type Rehearsal = { selection: NamedSelection; data: CallAnswer<typeof rehearseExclusion>['data'] };

type Props = {
  rehearsal: Rehearsal;
  /** Whether the criteria have changed since the preview: then it can't be proposed. */
  stale: boolean;
  /** The texts of the form that proposes the exclusion. */
  reasons: RefObject<Reasons>;
};

/** The preview of a selection that is not stored, and the form that proposes it. */
export const Rehearsed = ({ rehearsal, stale, reasons }: Props) => {
  const { t } = useTranslation('exclusions');
  const shown = useRef<HTMLDivElement>(null);
  const { selection, data } = rehearsal;
  useEffect(() => shown.current?.focus(), []);
  return (
    <div ref={shown} tabIndex={-1} className={styles.cards}>
      <Card title={t('preview.ofApply')}>
        <Preview preview={data} />
      </Card>
      <Card title={t('preview.sample', { count: data.sample.length })}>
        <ConcernedTable accounts={data.sample} />
      </Card>
      {stale ? (
        <Note tone="warn">{t('new.stale')}</Note>
      ) : (
        <ProposalForm selection={selection} preview={data} reasons={reasons} />
      )}
    </div>
  );
};
