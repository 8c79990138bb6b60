import { describe, expect, it } from 'vitest';
import { withPercentages } from './percentages.policy.ts';

const places = ['a', 'b', 'c'].map((company) => `best/gambling/${company}`);
const statistics = (...percentages: number[]) => [
  {
    nomination: 'best',
    niche: 'gambling',
    results: percentages.map((percentage, index) => ({ company: ['a', 'b', 'c'][index] ?? '', percentage })),
  },
];
const shares = places.map((place) => `<data value="${place}"></data>`).join('');
const winners = places
  .map((place) => `<b data-winner="${place}">Winner</b><b data-joint-winner="${place}">Joint winner</b>`)
  .join(';');

describe('the page without scripts', () => {
  it('has each nominee’s percentage, with two decimals and the language’s mark', () => {
    expect(withPercentages(shares, statistics(66.67, 33.3), 'en')).toBe(
      '<data value="66.67">66.67%</data><data value="33.30">33.30%</data><data value="0.00">0.00%</data>',
    );
    expect(withPercentages(shares, statistics(66.67, 33.3), 'uk')).toBe(
      '<data value="66.67">66,67%</data><data value="33.30">33,30%</data><data value="0.00">0,00%</data>',
    );
  });

  it('has no percentages of a category whose totals are not known', () => {
    expect(withPercentages(`<p>${shares}</p>`, [], 'en')).toBe('<p></p>');
  });

  it('names the winner, or the joint winners, and nobody without votes', () => {
    expect(withPercentages(winners, statistics(20, 50, 30), 'en')).toBe(';<b>Winner</b>;');
    expect(withPercentages(winners, statistics(40, 20, 40), 'en')).toBe('<b>Joint winner</b>;;<b>Joint winner</b>');
    expect(withPercentages(winners, statistics(0, 0, 0), 'en')).toBe(';;');
    expect(withPercentages(winners, [], 'en')).toBe(';;');
  });

  it('lists the nominees of a category by their percentages, and other lists as they are', () => {
    const item = (place: string) => `<li>${place}<data value="${place}"></data></li>`;
    const list = `<ul>${places.map(item).join('')}</ul>`;
    const other = '<ul><li>z</li><li>a</li></ul>';
    const order = (html: string) => [...html.matchAll(/<li>([^<]*)/g)].map(([, text]) => text?.split('/').at(-1));
    expect(order(withPercentages(list + other, statistics(20, 50, 30), 'en'))).toEqual(['b', 'c', 'a', 'z', 'a']);
    expect(order(withPercentages(list, statistics(20, 20, 60), 'uk'))).toEqual(['c', 'a', 'b']);
    expect(order(withPercentages(list, [], 'en'))).toEqual(['a', 'b', 'c']);
  });

  it('changes nothing else', () => {
    const other = '<p>best/gambling/a <data value="1">1</data> <b>bold</b> $& $1</p>';
    expect(withPercentages(other, statistics(100), 'en')).toBe(other);
  });
});
