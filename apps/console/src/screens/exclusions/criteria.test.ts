import { expect, it } from 'vitest';
import { NO_CRITERIA } from '../../session/exclusion-draft.ts';
import { isCriterion, issuesOf, problemsIn, selectionFrom } from './criteria.ts';

it('a criterion has its first problem, also one that the server found', () => {
  const issues = issuesOf({ 'selection.networks.0': 'first', 'selection.networks.2': 'second', selection: 'all' });
  expect(issues[0]).toEqual({ path: ['networks', '0'], message: 'first' });
  expect(problemsIn(issues)).toEqual({
    networks: { type: 'invalid', message: 'first' },
    root: { type: 'invalid', message: 'all' },
  });
});

it('a selection has a value of each line, and nothing for an empty criterion', () => {
  const criteria = { ...NO_CRITERIA, networks: ' 10.0.0.0/8\r\n\n10.1.0.0/16 ', categories: ['best/duo'] };
  expect(selectionFrom(criteria)).toEqual({ networks: ['10.0.0.0/8', '10.1.0.0/16'], categories: ['best/duo'] });
});

it.each(['networks', 'numbers', 'mailDomains', 'timeZones', 'userAgents', 'accounts', 'voters'] as const)(
  'a selection has the lines of the criterion %s',
  (name) => {
    expect(isCriterion(name)).toBe(true);
    expect(selectionFrom({ ...NO_CRITERIA, [name]: 'one\n two' })).toEqual({ [name]: ['one', 'two'] });
  },
);

it('a selection has times of the award’s zone in UTC, and an invalid time as it is', () => {
  expect(selectionFrom({ ...NO_CRITERIA, from: '2026-12-01T20:00', until: 'soon' })).toEqual({
    from: '2026-12-01T18:00:00.000Z',
    until: 'soon',
  });
});
