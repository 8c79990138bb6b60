// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { cleanPaste } from './clean-paste.ts';

/** What is left, without the attributes that the editor drops. */
const left = (html: string): string =>
  cleanPaste(html)
    .replace(/<(\w+)(?: (?!href)[^>]*)?>/g, '<$1>')
    .replace(/\s+/g, ' ')
    .trim();

it.each([
  [
    'Word',
    `<style>p{margin:0}</style><p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Bold</b> and
    <span style='font-style:italic'>slanted</span></p><p class=MsoNormal>&nbsp;</p>
    <p class=MsoListParagraph style='mso-list:l0'><span style='mso-list:Ignore'>·</span>One</p>
    <p class=MsoListParagraph style='mso-list:l0'><span style='mso-list:Ignore'>·</span>Two</p>`,
    '<p><b>Bold</b> and <em>slanted</em></p> <ul><li>One</li><li>Two</li></ul>',
  ],
  [
    'a numbered list of Word',
    `<p style='mso-list:l1'><span style='mso-list:Ignore'>1.</span>One</p>`,
    '<ol><li>One</li></ol>',
  ],
  [
    'Google Docs',
    `<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span><span
    style="font-weight:400;font-style:italic"> and</span></p><br><p>plain</p></b>`,
    '<p><strong>Bold</strong><em> and</em></p><p>plain</p>',
  ],
  [
    'WordPress',
    '<div><p>Text<img src="x"></p><p>&nbsp;</p><table><tr><td>A</td><td>B</td></tr></table><script>x()</script></div>',
    '<div><p>Text</p><table><tbody><tr><td>A </td><td>B </td></tr></tbody></table></div>',
  ],
])('what is pasted from %s keeps its words, emphasis and lists', (_from, html, clean) => {
  expect(left(html)).toBe(clean);
});
