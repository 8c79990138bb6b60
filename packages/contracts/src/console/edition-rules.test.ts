import { expect, it } from 'vitest';
import { isEditionRule, ruleText } from './edition-rules.ts';

it('a sentence has the values of its rule, and nothing in them is replaced', () => {
  expect(ruleText('required', {})).toBe('is required');
  expect(ruleText('numberFrom', { min: 0, max: 16 })).toBe('must be a whole number from 0 to 16');
  expect(ruleText('unique', { word: 'order', value: '$& {{place}}', place: 'a.yaml:1' })).toBe(
    'must be unique: order "$& {{place}}" is already at a.yaml:1',
  );
});

it('only a name of the list is one of a rule', () => {
  expect(isEditionRule('email')).toBe(true);
  for (const name of ['toString', '__proto__', '', undefined, 1]) expect(isEditionRule(name)).toBe(false);
});
