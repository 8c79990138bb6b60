import { expect, it } from 'vitest';
import { ACTIONS, mayDo, ROLES, type Role } from './permissions.ts';

const EVERYTHING_ABOUT_VOTERS = [
  'reviews.read',
  'reviews.decide',
  'voters.read',
  'voters.reveal',
  'voters.help',
  'messages.recipients',
  'messages.send',
] as const;
const NO_PERSONAL_DATA = [
  'tonight.read',
  'results.read',
  'messages.read',
  'phases.read',
  'edition.read',
  'exclusions.read',
] as const;
const RUNS_THE_AWARD = [
  'results.exact',
  'results.take',
  'results.takeEarly',
  'stage.show',
  'voters.erase',
  'phases.move',
  'edition.draft',
  'entries.read',
  'entries.decide',
  'edition.publish',
  'kits.send',
  'exclusions.people',
  'exclusions.change',
  'integrations.change',
] as const;

const ALLOWED: Record<Role, readonly string[]> = {
  owner: ACTIONS,
  organiser: [...NO_PERSONAL_DATA, ...EVERYTHING_ABOUT_VOTERS, ...RUNS_THE_AWARD, 'audit.read'],
  editor: [...NO_PERSONAL_DATA, 'edition.draft', 'entries.read', 'entries.decide'],
  support: [...NO_PERSONAL_DATA, ...EVERYTHING_ABOUT_VOTERS],
  auditor: [...NO_PERSONAL_DATA, 'entries.read', 'results.take', 'audit.read', 'team.read'],
};

it.each(ROLES)('the role %s may do what docs/console.md says, and nothing else', (role) => {
  expect(ACTIONS.filter((action) => mayDo(role, action)).toSorted()).toEqual(ALLOWED[role].toSorted());
});

it('an editor may draft, and neither publish nor see personal data, the audit log or the team', () => {
  const changes = ACTIONS.filter((action) => mayDo('editor', action) && !action.endsWith('.read'));
  expect(changes).toEqual(['edition.draft', 'entries.decide']);
  const reads = ACTIONS.filter((action) => action.endsWith('.read') && !mayDo('editor', action));
  expect(reads).toEqual(['reviews.read', 'voters.read', 'audit.read', 'team.read']);
});

it('only owners may change the team', () => {
  expect(ROLES.filter((role) => mayDo(role, 'team.change'))).toEqual(['owner']);
  expect(ACTIONS).toHaveLength(31);
});
