import type {
  ConcernedAccount,
  ExclusionPreview,
  ExclusionSummary,
  Objection,
} from '@laurel/contracts/console/exclusion-records';
import { FIELD_MESSAGES } from '@laurel/contracts/console/field-messages';
import { AppError, FieldError } from '../../app-error.ts';
import type { Concerned, HeldVote } from './held.store.ts';
import type { StoredObjection } from './objections.store.ts';
import { type ListedExclusion, stateOf } from './policy.ts';
import { ExclusionRefusedError } from './refusal.policy.ts';
import type { Preview } from './service.ts';

const at = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** An exclusion as the console shows it. */
export const summaryOf = (exclusion: ListedExclusion, now: Date): ExclusionSummary => {
  const { id, approvals, votes, voters, reason, publicReason, openObjections } = exclusion;
  return {
    id,
    state: stateOf(exclusion, now),
    approvals,
    votes,
    people: voters,
    reason,
    publicReason,
    proposed: { at: exclusion.proposedAt.toISOString(), by: exclusion.proposedBy },
    decided: { at: at(exclusion.decidedAt), by: exclusion.decidedBy },
    applied: { at: at(exclusion.appliedAt), by: exclusion.appliedBy },
    undoProposed: { at: at(exclusion.undoProposedAt), by: exclusion.undoProposedBy, reason: exclusion.undoReason },
    undone: { at: at(exclusion.undoneAt), by: exclusion.undoneBy },
    openObjections,
  };
};

export const concernedOf = ({ registeredAt, ...each }: Concerned): ConcernedAccount => ({
  ...each,
  registeredAt: registeredAt.toISOString(),
});

export const previewAnswer = ({ exclusion, people, sample: _sample, ...preview }: Preview): ExclusionPreview => ({
  ...preview,
  ...people,
  votes: exclusion.votes,
  people: exclusion.voters,
  categories: preview.categories.map(({ before, after, ...category }) => ({
    ...category,
    before: { winners: before.winners, nominees: [...before.nominees] },
    after: { winners: after.winners, nominees: [...after.nominees] },
  })),
});

export const objectionOf = ({ madeAt, answeredAt, answeredBy, ...objection }: StoredObjection): Objection => ({
  ...objection,
  madeAt: madeAt.toISOString(),
  answered: { at: at(answeredAt), by: answeredBy },
});

/** Writes votes as CSV (RFC 4180). Ids and tags contain no character that must be quoted. */
export const csvOf = async (parts: AsyncIterable<readonly HeldVote[]>): Promise<string> => {
  let csv = 'voter_id,nomination,niche,company\r\n';
  for await (const votes of parts) {
    for (const { voterId, nomination, niche, company } of votes)
      csv += `${voterId},${nomination},${niche},${company}\r\n`;
  }
  return csv;
};

/** Converts a refusal into the failure of the call: a code, or a field with its rule. Other errors stay as they are. */
export const failureOf = (error: unknown): unknown => {
  if (!(error instanceof ExclusionRefusedError)) return error;
  const { refusal } = error;
  switch (refusal.why) {
    case 'unknown':
      return new AppError('console.not_found');
    case 'approval':
    case 'own':
      return new AppError('console.second_person');
    case 'state':
    case 'meanwhile':
      return new AppError('console.changed');
    case 'embargo':
      return new AppError('console.embargo');
    case 'no-vote':
      return new FieldError({ selection: FIELD_MESSAGES.selectionNoVote });
    case 'every-vote':
      return new FieldError({ selection: FIELD_MESSAGES.selectionEveryVote });
    case 'more-than-half':
      return new FieldError({ moreThanHalf: FIELD_MESSAGES.selectionMoreThanHalf });
  }
};
