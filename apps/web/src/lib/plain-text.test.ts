import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it.each([
  ['Odds for <strong>nine</strong> leagues.', 'Odds for nine leagues.'],
  ['One line.<br>Another.', 'One line. Another.'],
  ['<p>First</p><ul><li>a</li><li>b</li></ul>', 'First a b'],
  ['Fish &amp; &quot;chips&quot; &lt;b&gt;', 'Fish & "chips" <b>'],
  ['&amp;lt;', '&lt;'],
  ['<a href="https://a.example">a</a>.', 'a.'],
  ['', ''],
])('the text of %j is %j', (html, words) => {
  expect(plainText(html)).toBe(words);
});
