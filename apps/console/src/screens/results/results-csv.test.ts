import { inEachLanguage } from '@laurel/contracts/languages';
import { expect, it } from 'vitest';
import { resultsOf } from '../../testing/night.ts';
import { isResult, resultsCsv } from './results-csv.ts';

const text = (name: string): string => name.replace('csv.', '');
const HEAD = '\uFEFFnomination,category,place,nominee,counted,share,cast,excluded,note';
const linesOf = (csv: string): string[] => csv.split('\r\n');

it('writes all nominees, or the winners with their tie, after a byte order mark that Excel needs', () => {
  const results = resultsOf({ final: true });
  expect(linesOf(resultsCsv(results, { only: 'winners', language: 'en', text }))).toEqual([
    HEAD,
    'Best Partner,Crypto,1,Orbit Crew,50,50,60,10,tie',
    'Best Partner,Crypto,1,Quiet Harbor,50,50,50,0,tie',
    '',
  ]);
  expect(linesOf(resultsCsv(results, { only: 'all', language: 'en', text })).slice(3)).toEqual([
    'Best Partner,Crypto,,Old Mill,0,,3,0,withdrawn',
    'Best Podcast,Best Podcast,,Night Radio,0,0,0,0,',
    '',
  ]);
});

it('writes no name that a spreadsheet would run as a formula', () => {
  const { categories } = resultsOf();
  const nominees = (categories[0]?.nominees ?? []).slice(0, 1);
  const named = nominees.map((each) => ({
    ...each,
    name: inEachLanguage(() => '=HYPERLINK("https://evil.example","x")'),
  }));
  const csv = resultsCsv(
    { categories: categories.slice(0, 1).map((each) => ({ ...each, nominees: named })) },
    { only: 'all', language: 'uk', text },
  );
  expect(linesOf(csv)[1]).toContain(`,"'=HYPERLINK(""https://evil.example"",""x"")",`);
});

it('has a result only when no vote can follow and the nominees are not hidden', () => {
  expect(isResult({ final: true, embargo: false })).toBe(true);
  expect(isResult({ final: false, embargo: false })).toBe(false);
  expect(isResult({ final: true, embargo: true })).toBe(false);
});
