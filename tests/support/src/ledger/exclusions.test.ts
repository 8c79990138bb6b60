import { expect, it } from 'vitest';
import { compareExclusions, type StepEntry, type StoredExclusion } from './exclusions.ts';

const proposed: StepEntry = { step: 'propose', id: 1, outcome: 'done' };
const applied: StepEntry = { step: 'apply', id: 1, outcome: 'done' };
const unclear: StepEntry = { ...applied, outcome: 'unclear' };
const row: StoredExclusion = {
  id: 1,
  votes: 3,
  held: 3,
  applied: true,
  undone: false,
  actions: ['exclusion.propose', 'exclusion.apply'],
};
const waiting = { ...row, applied: false, actions: ['exclusion.propose'] };

it.each<[string, StepEntry[], StoredExclusion[], string[]]>([
  ['an applied exclusion', [proposed, applied], [row], []],
  ['an unclear step that was made', [proposed, unclear], [row], []],
  ['an unclear step that was not made', [proposed, unclear], [waiting], []],
  ['an unclear proposal that is stored', [{ ...proposed, id: undefined, outcome: 'unclear' }], [waiting], []],
  ['a lost step', [proposed, applied], [waiting], ['the exclusion 1: apply was acknowledged and is not stored']],
  ['a lost exclusion', [proposed], [], ['the exclusion 1: propose was acknowledged and is not stored']],
  [
    'a refused step',
    [proposed, { ...applied, outcome: 'refused' }],
    [waiting],
    ['the exclusion 1 was refused to apply'],
  ],
  ['half of the votes', [proposed, applied], [{ ...row, held: 2 }], ['the exclusion 1 holds 2 votes of 3']],
  ['a step that nobody asked for', [proposed], [row], ['the exclusion 1: apply is stored and was not asked for']],
  ['an exclusion that nobody proposed', [], [waiting], ['an exclusion is stored without a proposal']],
  [
    'a step without its entry in the audit log',
    [proposed, applied],
    [{ ...row, actions: ['exclusion.propose'] }],
    ['the exclusion 1 is stored with exclusion.propose,exclusion.apply, and audited with exclusion.propose'],
  ],
])('compareExclusions finds the problems of %s', (_, entries, stored, problems) => {
  expect(compareExclusions(entries, stored)).toEqual(problems);
});
