import { expect, it } from 'vitest';
import { resultsOf } from '../../testing/night.ts';
import { pressHtml, pressRows, pressText } from './press-text.ts';

const rows = pressRows(resultsOf({ final: true }).categories, 'en', (percent) => `${percent}%`, 'by a draw');

it('is a line for each winner, with the link, and without categories that have no votes', () => {
  expect(pressText('Meridian 2026', rows)).toBe(
    [
      'Meridian 2026',
      '',
      'Best Partner, Crypto: Orbit Crew (50%) https://orbit-crew.example',
      'Best Partner, Crypto: Quiet Harbor (50%) https://quiet-harbor.example',
      '',
    ].join('\n'),
  );
});

it('has only the winner of a draw, and says so', () => {
  const categories = resultsOf().categories.map((category) => ({ ...category, drawn: 'quiet-harbor' }));
  const drawn = pressRows(categories, 'en', (percent) => `${percent}%`, 'by a draw');
  expect(drawn).toMatchObject([{ winner: 'Quiet Harbor', share: '50% · by a draw' }]);
});

it('escapes names in the table of HTML', () => {
  const named = rows.slice(0, 1).map((row) => ({ ...row, winner: '<img src=x> & "co"', link: null }));
  const html = pressHtml('A & B', ['Winner'], named);
  expect(html).toContain('<b>&lt;img src=x&gt; &amp; &quot;co&quot;</b>');
  expect(html).toContain('<b>A &amp; B</b>');
});
