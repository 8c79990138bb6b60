import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDescription, sanitizeDescription, textOf } from './sanitize-description.ts';

/** The exact form of every tag that the sanitiser may output. The remaining text must contain no tag. */
const SAFE_TAG =
  /<(?:p|strong|em|ul|ol|li)>|<\/(?:p|strong|em|ul|ol|li|a)>|<br \/>|<a href="(?:https?:|mailto:)[^"<>]*" rel="noopener nofollow" target="_blank">/g;

const expectSafe = (html: string): void => {
  expect(html.replace(SAFE_TAG, '')).not.toMatch(/[<>]/);
};

/** Expects safe output, also when it is sanitised again (as the browser's own sanitiser does), and the same text. */
const expectStable = (html: string): void => {
  const clean = sanitizeDescription(html);
  expectSafe(clean);
  const again = sanitizeDescription(clean);
  expectSafe(again);
  expect(textOf(again).replace(/\s/g, '')).toBe(textOf(clean).replace(/\s/g, ''));
};

describe('NM-11 keeps', () => {
  it.each([
    ['line breaks', 'One.<br>Two.<br/>Three.', 'One.<br />Two.<br />Three.'],
    ['emphasis', '<strong>a</strong> <em>b</em>', '<strong>a</strong> <em>b</em>'],
    ['its old spelling, made new', '<b>a</b> <i>b</i>', '<strong>a</strong> <em>b</em>'],
    [
      'paragraphs and lists',
      '<p>a</p><ul><li>b</li></ul><ol><li>c</li></ol>',
      '<p>a</p><ul><li>b</li></ul><ol><li>c</li></ol>',
    ],
    ['ampersands and quotes of the text', "Kite & Rook “x” 'y'", "Kite &amp; Rook “x” 'y'"],
    ['Ukrainian text', 'П’ять «зірок»', 'П’ять «зірок»'],
  ])('%s', (_, html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });

  it.each(['https://a.example/x?b=1', 'http://a.example/', 'mailto:ada@a.example'])('a link to %s', (href) => {
    expect(sanitizeDescription(`<a href="${href}" rel="opener" target="_top" class="x" onclick="y()">z</a>`)).toBe(
      `<a href="${href}" rel="noopener nofollow" target="_blank">z</a>`,
    );
  });
});

describe('text that was never markup stays', () => {
  it.each([
    ['CTR<1% and CPA<Target, ROI>300%', 'CTR&lt;1% and CPA&lt;Target, ROI&gt;300%'],
    ['ROI > 300% & CPA < $5, A<B', 'ROI &gt; 300% &amp; CPA &lt; $5, A&lt;B'],
    ['We <3 arbitrage, 5<10, a<-b', 'We &lt;3 arbitrage, 5&lt;10, a&lt;-b'],
    [
      '<Orbit Crew> by <ada@crew.example>, see <https://crew.example>',
      '&lt;Orbit Crew&gt; by &lt;ada@crew.example&gt;, see &lt;https://crew.example&gt;',
    ],
    ['x<b and y>z', 'x&lt;b and y&gt;z'],
    ['a<p onclick="x', 'a&lt;p onclick="x'],
    ['One\\nTwo', 'One\\nTwo'],
  ])('%s', (text, html) => {
    expect(readDescription(text)).toEqual({ html, removed: [] });
    expect(readDescription(`<strong>${text}</strong>`)).toEqual({ html: `<strong>${html}</strong>`, removed: [] });
  });
});

describe('structure becomes paragraphs and breaks', () => {
  it.each([
    ['lines', 'One\n two \nthree', 'One<br />two<br />three'],
    ['paragraphs', 'One\n\nTwo\nthree\n \n\nFour', '<p>One</p><p>Two<br />three</p><p>Four</p>'],
    ['lines with emphasis', 'One\n<b>two</b>', 'One<br /><strong>two</strong>'],
    ['but not the lines of markup', '<p>One\ntwo</p>\n<p>three</p>', '<p>One\ntwo</p>\n<p>three</p>'],
    ['nor those of its breaks', 'One<br>\ntwo', 'One<br />\ntwo'],
    ['blocks', '<div>First line</div><div>Second <i>line</i></div>', 'First line<br />Second <em>line</em>'],
    ['blocks in blocks', '<div><div>\n<div>One</div></div><p>Two</p><div>Three</div></div>', 'One<p>Two</p>Three'],
    [
      'headings',
      '<h2>About us</h2>We are a team<h3>Awards</h3>Two',
      'About us<br />We are a team<br />Awards<br />Two',
    ],
    ['a table', '<table><tr><td>A</td><td>B</td></tr><tr><th>C</th>\n<td>D</td></tr></table>', 'A B<br />C D'],
    ['terms', '<dl><dt>A</dt><dd>b</dd></dl>c', 'A<br />b<br />c'],
    ['a quotation and a rule', 'A<blockquote>b</blockquote><hr>c', 'A<br />b<br />c'],
    ['items', '<ul><li><div>One</div></li><li>Two</li></ul><div>Three</div>', '<ul><li>One</li><li>Two</li></ul>Three'],
    ['empty paragraphs', '<p>One</p><p>&nbsp;</p><p> <br></p><p>Two</p>', '<p>One</p><p>Two</p>'],
  ])('%s', (_, text, html) => {
    expect(readDescription(text)).toEqual({ html, removed: [] });
  });
});

describe('what office programs paste', () => {
  it.each([
    [
      'is bold where it says so',
      '<b style="font-weight:normal;" id="docs-internal-guid-0"><p dir="ltr"><span style="font-weight:400">Plain </span><span style="font-weight:700">strong</span></p></b>',
      '<p>Plain <strong>strong</strong></p>',
    ],
    [
      'has no settings in the text',
      "<xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><p class=MsoNormal><span lang=EN-US style='mso-fareast-language:UK'>Best team<o:p></o:p></span></p><!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]-->",
      '<p>Best team</p>',
    ],
    [
      'has no comments of an editor',
      '<!-- wp:paragraph --><p>Hello&nbsp;world &amp; you</p><!-- /wp:paragraph --><figure><figcaption>Caption</figcaption></figure>',
      '<p>Hello\u00a0world &amp; you</p>Caption',
    ],
  ])('%s', (_, text, html) => {
    expect(readDescription(text)).toEqual({ html, removed: [] });
  });
});

it.each([
  ['<p>a</p><img src="x.png"><video src=y controls></video><u>b</u>', ['<img>', '<video>', '<u>']],
  ['a<script>alert(1)</script><a href="/vote">b</a>', ['<script>', '<a>']],
  ['<a name="top">a</a><p class="x" onclick="y()">b</p><font color="red">c</font>', []],
])('what was removed is named: %s', (text, removed) => {
  expect(readDescription(text).removed).toEqual(removed);
});

describe('a link without a scheme keeps its address', () => {
  it.each([
    ['www.crew.example', 'https://www.crew.example/'],
    [' crew.example/a?b#c ', 'https://crew.example/a?b#c'],
    ['t.me/crew', 'https://t.me/crew'],
    ['crew.example:8443/x', 'https://crew.example:8443/x'],
    ['//crew.example/x', 'https://crew.example/x'],
    ['приклад.укр/шлях', 'https://xn--80aikifvh.xn--j1amh/%D1%88%D0%BB%D1%8F%D1%85'],
    ['ada@crew.example', 'mailto:ada@crew.example'],
  ])('%s', (href, written) => {
    expect(readDescription(`<a href="${href}">z</a>`)).toEqual({
      html: `<a href="${written}" rel="noopener nofollow" target="_blank">z</a>`,
      removed: [],
    });
  });
});

describe('NM-11 normalises a link by the URL standard', () => {
  it.each([
    ['capitals', 'HTTPS://A.Example/X', 'https://a.example/X'],
    ['no slash at the end', 'https://a.example', 'https://a.example/'],
    ['blanks around it', ' https://a.example/x ', 'https://a.example/x'],
    ['a line feed inside of it', 'https://a.exa&#10;mple/x', 'https://a.example/x'],
    ['a tab inside of its scheme', 'ht&#9;tps://a.example/x', 'https://a.example/x'],
    ['backslashes', 'https:\\\\a.example\\x', 'https://a.example/x'],
    ['a scheme without slashes', 'https:a.example/x', 'https://a.example/x'],
    ['dots in its path', 'https://a.example/b/../x', 'https://a.example/x'],
    ['another script', 'https://приклад.example/é x', 'https://xn--80aikifvh.example/%C3%A9%20x'],
  ])('%s', (_, href, written) => {
    expect(sanitizeDescription(`<a href="${href}">z</a>`)).toBe(
      `<a href="${written}" rel="noopener nofollow" target="_blank">z</a>`,
    );
  });
});

describe('NM-11 removes', () => {
  it.each([
    ['a script with its text', 'a<script>alert(1)</script>b', 'ab'],
    ['a style sheet with its text', 'a<style>p{}</style>b', 'ab'],
    ['a style', '<p style="color:red">a</p>', '<p>a</p>'],
    ['a class and an id', '<p class="x" id="y">a</p>', '<p>a</p>'],
    ['an event handler', '<p onmouseover="x()">a</p>', '<p>a</p>'],
    ['an unknown tag, but not its text', '<u>a</u><small>b</small>', 'ab'],
    ['a picture', 'a<img src=x onerror=alert(1)>b', 'ab'],
    ['a frame', 'a<iframe src="https://x.example"></iframe>b', 'ab'],
    ['a form', '<form action="/x"><input name=a><button>b</button></form>', 'b'],
    ['a javascript: link, but not its text', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['a relative link', '<a href="/vote">a</a><a href="?x">b</a><a href="#x">c</a><a>d</a>', 'abcd'],
    ['a comment', 'a<!-- <b> -->b', 'ab'],
  ])('%s', (_, html, expected) => {
    expect(sanitizeDescription(html)).toBe(expected);
  });
});

/** Known sanitiser bypasses: broken markup, unusual encodings, other namespaces, raw-text elements, mutation. */
const ATTACKS = [
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert(1)>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<textarea><script>alert(1)</script></textarea>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe><img title="</iframe><img src=x onerror=alert(1)>"></iframe>',
  '<object data="javascript:alert(1)"></object><embed src="javascript:alert(1)">',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html,<script>alert(1)</script>">y</a>',
  '<a href="https://x.example/"onmouseover="alert(1)">x</a>',
  '<a href=\'https://x.example/"onmouseover="alert(1)\'>x</a>',
  '<a href="https://x.example/&quot;><script>alert(1)</script>">x</a>',
  '<a href="feed:javascript:alert(1)">x</a><a href="blob:https://x.example/1">y</a>',
  '<p/onclick=alert(1)>x</p><br/onload=alert(1)>',
  '<<script>alert(1)//<</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img """><script>alert(1)</script>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<p>&lt;img src=x onerror=alert(1)&gt;</p>',
  '<strong title="a>b" onclick=x>y</strong>',
  '<em\u0000onclick=alert(1)>x</em>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<li><form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<base href="javascript:/a/-alert(1)///////"><a href="../x">y</a>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
];

describe('NM-11 attacks', () => {
  it.each(ATTACKS.map((html) => [JSON.stringify(html), html]))('sanitises %s', (_, html) => {
    expectStable(html);
  });

  it('sanitises any mixture of their parts', () => {
    const part = fc.oneof(
      fc.constantFrom(...ATTACKS),
      fc.constantFrom(
        '<a href="',
        '">',
        "'",
        '<',
        '>',
        '</',
        '/>',
        '<!--',
        '-->',
        '&lt;',
        '&#60;',
        '&amp;',
        'javascript:',
      ),
      fc.constantFrom(
        '<p>',
        '</p>',
        '<br>',
        '<strong>',
        '<ul><li>',
        '</a>',
        '<style>',
        '<script>',
        '</script>',
        '<noscript>',
      ),
      fc.constantFrom(' onclick=x', ' style=x', ' href=https://x.example', '\u0000', '\u2028', '\n', 'https://'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 14 }), (parts) => {
        expectStable(parts.join(''));
      }),
      { numRuns: 2000 },
    );
  });

  it('deep nesting costs neither time nor stack', () => {
    expectSafe(sanitizeDescription('<em>'.repeat(50_000)));
    expectSafe(sanitizeDescription('<iframe>'.repeat(5_000)));
  });
});

it('textOf returns the text without tags', () => {
  expect(textOf('<p>One.<br />Two.</p>')).toBe('One. Two.');
  expect(textOf('<br /> <p></p>')).toBe('');
});
