import { listObjections } from '@laurel/contracts/console/calls/exclusions';
import type { Objection } from '@laurel/contracts/console/exclusion-records';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/call.ts';
import { keyOf } from '../../lib/query.ts';
import { useMayDo } from '../../session/me.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Masked } from '../../ui/masked.tsx';
import { Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import styles from './exclusions.module.css';

const Item = ({ objection, onAnswer }: { objection: Objection; onAnswer: (() => void) | undefined }) => {
  const { t } = useTranslation('exclusions');
  const { accountId, email, text, madeAt, answer, answered } = objection;
  return (
    <li className={styles.objection}>
      <p className={styles.aside}>
        <Link to="/voters/$id" params={{ id: accountId }}>
          <Masked text={email} />
        </Link>{' '}
        · <Time at={madeAt} /> {answer === null && <Chip tone="warn">{t('objections.open')}</Chip>}
      </p>
      <p className={styles.said}>{text}</p>
      {answer !== null && (
        <div className={styles.answer}>
          <p className={styles.aside}>
            {t('objections.answered', { by: answered.by })} {answered.at !== null && <Time at={answered.at} />}
          </p>
          <p className={styles.said}>{answer}</p>
        </div>
      )}
      {answer === null && onAnswer && (
        <Button small onClick={onAnswer} aria-label={t('objections.answerNamed', { email })}>
          {t('objections.answer')}
        </Button>
      )}
    </li>
  );
};

/** The objections of people to an exclusion of their votes, and the answers. */
export const ObjectionsCard = ({ id }: { id: number }) => {
  const { t } = useTranslation('exclusions');
  const mayAnswer = useMayDo('exclusions.change');
  const [answering, setAnswering] = useState<Objection>();
  const list = useInfiniteQuery({
    queryKey: keyOf(listObjections, { id }),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) =>
      call(listObjections, { params: { id }, query: { after: pageParam } }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const objections = list.data?.pages.flatMap((page) => page.objections) ?? [];
  const waits = objections.some(({ answer }) => answer === null);
  return (
    <Card title={t('objections.title')} tone={waits ? 'warn' : 'plain'}>
      <Waiting query={list} lines={2} inCard />
      {list.data && objections.length === 0 && <p className={styles.aside}>{t('objections.none')}</p>}
      {objections.length > 0 && (
        <ul className={styles.objections}>
          {objections.map((objection) => (
            <Item
              key={objection.id}
              objection={objection}
              onAnswer={mayAnswer ? () => setAnswering(objection) : undefined}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button busy={list.isFetching} onClick={() => void list.fetchNextPage()}>
          {t('objections.more')}
        </Button>
      )}
      {answering && <AnswerDialog objection={answering} onClose={() => setAnswering(undefined)} />}
    </Card>
  );
};
