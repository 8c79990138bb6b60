import type { ExclusionState } from '@laurel/contracts/console/exclusion-records';
import { shownTime } from '../checks/shown-time.ts';
import { type CategoryEffect, type ListedExclusion, openUndo, stateOf } from '../features/exclusions/policy.ts';
import type { Refusal } from '../features/exclusions/refusal.policy.ts';
import type { Preview } from '../features/exclusions/service.ts';
import { table } from './output.ts';

const votesOf = (count: number): string => `${count} ${count === 1 ? 'vote' : 'votes'}`;
const peopleText = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

const STATES: Record<ExclusionState, (exclusion: ListedExclusion) => string> = {
  proposed: ({ approvals }) => (approvals > 1 ? 'waits for a second person' : 'proposed, can be applied'),
  approved: ({ decidedBy }) => `approved by ${decidedBy}, can be applied`,
  refused: ({ decidedBy }) => `refused by ${decidedBy}`,
  expired: () => 'expired without being applied',
  applied: ({ appliedBy, appliedAt }) => `applied by ${appliedBy}${appliedAt ? `, ${shownTime(appliedAt)}` : ''}`,
  undone: ({ undoneBy, undoneAt }) => `undone by ${undoneBy}${undoneAt ? `, ${shownTime(undoneAt)}` : ''}`,
};

const stateText = (exclusion: ListedExclusion, now: Date): string => {
  const open = openUndo(exclusion, now);
  const text = STATES[stateOf(exclusion, now)](exclusion);
  return open ? `${text}; ${open.by} proposed to undo it, until ${shownTime(open.until)}: ${open.reason}` : text;
};

const STATE_REFUSALS: Record<ExclusionState, string> = {
  proposed: 'is proposed and not applied',
  approved: 'is approved and not applied',
  refused: 'was refused',
  expired: 'expired: a proposal is valid for 24 hours. Propose it again',
  applied: 'is applied already',
  undone: 'was undone. Propose it again to apply it',
};

/** Why a step is not possible, and what to do instead. */
export const refusalText = (refusal: Refusal): string => {
  switch (refusal.why) {
    case 'unknown':
      return `There is no exclusion ${refusal.id}: see "laurel exclusions list".`;
    case 'state':
      return `Exclusion ${refusal.id} ${STATE_REFUSALS[refusal.state]}.`;
    case 'approval':
      return refusal.step === 'undo'
        ? `Two people must agree to undo exclusion ${refusal.id}: propose it first.`
        : `Exclusion ${refusal.id} needs the approval of a second person first: laurel exclusions approve ${refusal.id}`;
    case 'own':
      return refusal.step === 'undo' || refusal.step === 'propose-undo'
        ? `${refusal.actor} proposed to undo exclusion ${refusal.id}: somebody else must undo it.`
        : `${refusal.actor} proposed exclusion ${refusal.id}: somebody else must ${refusal.step} it.`;
    case 'meanwhile':
      return `Exclusion ${refusal.id} was changed meanwhile. Try again.`;
    case 'embargo':
      return 'Numbers by nominee are hidden until the winners are announced (results.staff: embargo).';
    case 'no-vote':
      return 'No vote matches this selection.';
    case 'every-vote':
      return 'This selection matches every vote. Add a criterion.';
    case 'more-than-half':
      return `This selection matches ${refusal.votes} of ${votesOf(refusal.cast)}, more than half. Add a criterion, or confirm it with --more-than-half.`;
  }
};

/** A table of exclusions. */
export const listTexts = (exclusions: readonly ListedExclusion[], now: Date): string[] =>
  table(
    ['ID', 'PROPOSED', 'BY', 'VOTES', 'PEOPLE', 'STATE', 'REASON'],
    exclusions.map((each) => [
      String(each.id),
      shownTime(each.proposedAt),
      each.proposedBy,
      String(each.votes),
      String(each.voters),
      stateText(each, now),
      each.reason,
    ]),
  );

const shareText = (percentage: number | null): string => (percentage === null ? '-' : `${percentage} %`);

const effectTexts = ({ nomination, niche, votes, before, after, winnersChange, hidden }: CategoryEffect): string[] => {
  if (hidden) return ['', `${nomination} / ${niche}: ${votesOf(votes)}. Shares and places are hidden.`];
  const then = new Map(after.nominees.map((nominee) => [nominee.company, nominee]));
  const rows = before.nominees.map(({ company, votes: own, percentage, rank }) => {
    const next = then.get(company);
    return [
      company,
      `${own} → ${next?.votes ?? own}`,
      `${shareText(percentage)} → ${shareText(next?.percentage ?? null)}`,
      `${rank ?? '-'} → ${next?.rank ?? '-'}`,
    ];
  });
  const winners = (names: readonly string[]): string => (names.length === 0 ? 'nobody' : names.join(', '));
  return [
    '',
    `${nomination} / ${niche}: ${votesOf(votes)}`,
    ...table(['NOMINEE', 'VOTES', 'SHARE', 'RANK'], rows),
    winnersChange
      ? `THE FIRST PLACE CHANGES: ${winners(before.winners)} → ${winners(after.winners)}`
      : `The first place stays with ${winners(after.winners)}.`,
  ];
};

/** The votes of an exclusion, and the changes that its next step would make. */
export const previewTexts = (
  { exclusion, cast, categories, people, later, unmatched, sample }: Preview,
  now: Date,
): string[] => {
  const isApplied = stateOf(exclusion, now) === 'applied';
  const changed = categories.filter(({ winnersChange }) => winnersChange).length;
  return [
    `${votesOf(exclusion.votes)} by ${peopleText(exclusion.voters)} in ${categories.length} categories. ${
      categories.some(({ hidden }) => hidden)
        ? 'Whether a first place changes is hidden until the winners are announced.'
        : changed === 0
          ? 'No first place changes.'
          : `The first place changes in ${changed}.`
    }`,
    `${peopleText(people.inOneCategory)} voted in one category only. ${peopleText(people.withOtherVotes)} cast ${votesOf(
      people.otherVotes,
    )} in other categories, which would still count.`,
    ...(later === null || unmatched === null
      ? ['How many votes match by now is hidden until the winners are announced.']
      : []),
    ...(later ? [`${votesOf(later)} that match were cast after the proposal. This exclusion does not hold them.`] : []),
    ...(unmatched
      ? [
          `${votesOf(unmatched)} that it holds do not match any more: an account was erased, or its visits were deleted.`,
        ]
      : []),
    ...(exclusion.votes * 2 > cast ? [`That is more than half of all ${votesOf(cast)}.`] : []),
    ...(sample.length === 0
      ? []
      : [
          '',
          'Some of the accounts:',
          ...table(
            ['ACCOUNT', 'ADDRESS'],
            sample.map(({ accountId, email }) => [accountId, email]),
          ),
        ]),
    ...(categories.length === 0 ? [] : ['', isApplied ? 'Undoing it would change:' : 'Applying it would change:']),
    ...categories.flatMap(effectTexts),
  ];
};

/** A stored exclusion with its preview. */
export const exclusionTexts = (preview: Preview, now: Date): string[] => {
  const { exclusion } = preview;
  return [
    `Exclusion ${exclusion.id}: ${stateText(exclusion, now)}`,
    `Proposed ${shownTime(exclusion.proposedAt)} by ${exclusion.proposedBy}: ${exclusion.reason}`,
    ...(exclusion.evidence === null ? [] : [`Evidence: ${exclusion.evidence}`]),
    ...Object.entries(exclusion.publicReason).map(([language, text]) => `Public reason (${language}): ${text}`),
    `Selection: ${JSON.stringify(exclusion.selection)}`,
    '',
    ...previewTexts(preview, now),
  ];
};
