import { expect, it } from 'vitest';
import { issuesOf, NO_CRITERIA, problemsIn, selectionFrom } from './criteria.ts';

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
