import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeDescription, textOf } from './sanitize-description.ts';

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
    ['an unknown tag, but not its text', '<h1>a</h1><div>b</div>', 'ab'],
    ['a picture', 'a<img src=x onerror=alert(1)>b', 'ab'],
    ['a frame', 'a<iframe src="https://x.example"></iframe>b', 'ab'],
    ['a form', '<form action="/x"><input name=a><button>b</button></form>', 'b'],
    ['a javascript: link, but not its text', '<a href="javascript:alert(1)">a</a>', 'a'],
    ['a relative link', '<a href="/vote">a</a><a href="//x.example">b</a><a href="?x">c</a><a>d</a>', 'abcd'],
    ['a comment', 'a<!-- <b> -->b', 'ab'],
    ['a tag that never ends', 'a<p onclick="x', 'a'],
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
