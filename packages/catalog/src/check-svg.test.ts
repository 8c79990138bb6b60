import { describe, expect, it } from 'vitest';
import { checkSvg } from './check-svg.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg"';
const svg = (body: string, attributes = ''): string => `<svg ${NS} viewBox="0 0 8 8"${attributes}>${body}</svg>`;
const rules = (text: string): string[] => checkSvg(text).map(({ message }) => message);

const outside = (attribute: string): string => `must not refer to anything outside the file (${attribute})`;

describe('checkSvg accepts a drawing with', () => {
  it.each([
    [
      'shapes and gradients',
      svg(
        '<defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs><path d="M0 0h8v8z" fill="url(#g)"/>',
      ),
    ],
    [
      'quoted inner references',
      svg(
        `<g clip-path='url("#c")' style="fill:url(#g)"><use href="#p"/><use xlink:href="#p"/></g>`,
        ' xmlns:xlink="http://www.w3.org/1999/xlink"',
      ),
    ],
    ['inner references in capitals', svg('<path fill="URL(#g)" style="stroke:Url( #g )"/>')],
    [
      'an XML declaration, a comment and a title',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- drawn by hand -->\n${svg('<title>A &amp; B</title>')}`,
    ],
    [
      'another prefix for its own elements',
      `<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><s:g/></s:svg>`,
    ],
    ['names of other programs', svg('<g id="clip0_1:2" clip-path="url(#слой:1)"><use href="#слой:1"/></g>')],
    ['a byte order mark, and decimals in its viewBox', `\uFEFF<svg ${NS} viewBox=" 0,0 ,1.5 8e0 "/>`],
  ])('%s', (_, text) => {
    expect(checkSvg(text)).toEqual([]);
  });
});

describe('an SVG that no browser draws is rejected with the line', () => {
  const undrawn = 'is not well-formed XML, so no browser draws it: ';
  it.each([
    [
      'a prefix that is not declared',
      svg('\n<g><use xlink:href="#a"/></g>'),
      2,
      `${undrawn}unbound namespace prefix: "xlink"`,
    ],
    [
      'an element with such a prefix',
      svg('<g>\n<inkscape:grid/></g>'),
      2,
      `${undrawn}unbound namespace prefix: "inkscape"`,
    ],
    ['an entity of HTML', svg('<title>\nA&nbsp;B</title>'), 2, `${undrawn}undefined entity`],
    [
      'a bare ampersand',
      svg('<!-- R&D -->\n\n<title>Kava & Co</title>'),
      3,
      'has a bare &, so no browser draws it: write &amp;',
    ],
    ['an ampersand in an address', svg('<g id="a?b=1&c=2"/>'), 1, 'has a bare &, so no browser draws it: write &amp;'],
    ['an end that is missing', `<svg ${NS} viewBox="0 0 8 8">\n<g><path d=""/>`, 2, `${undrawn}unclosed tag: g`],
    ['an element that is not closed', svg('<path d="">'), 1, `${undrawn}unexpected close tag`],
    ['a bad comment', `${svg('')}\n<!-- -- -->`, 2, `${undrawn}malformed comment`],
    ['two roots', `${svg('')}${svg('')}`, 1, `${undrawn}documents may contain only one root`],
    ['an attribute twice', svg('<g id="a" id="b"/>'), 1, `${undrawn}duplicate attribute: id`],
  ])('%s', (_, text, line, rule) => {
    expect(checkSvg(text).map((fault) => [fault.line, fault.message])).toContainEqual([line, rule]);
  });
});

describe('an SVG that would keep a browser busy', () => {
  const defs = (levels: number, of: (level: number) => string): string =>
    Array.from({ length: levels }, (_, level) => of(level)).join('');
  const ten = (text: string): string => text.repeat(10);
  const tooMany =
    'must not draw more than 10000 shapes, those of <use>, patterns, markers, masks and filters counted each time';
  const endless = 'must not have references that lead back to themselves, or deeper than 100';
  const shape = '<path d="M0 0h1v1h1v1h1v1h1v1h1v1"/>';

  it.each([
    [
      'nested copies',
      `${shape.replace('<path', '<path id="l0"')}${defs(4, (n) => `<g id="l${n + 1}">${ten(`<use href="#l${n}"/>`)}</g>`)}`,
    ],
    [
      'copies of a name that is there twice',
      `${defs(2, (n) => `<g id="a">${shape.repeat(100 ** n)}</g>`)}${'<use href="#a"/>'.repeat(100)}`,
    ],
    ['nested patterns', defs(5, (n) => `<pattern id="p${n + 1}">${ten(`<rect fill="url(#p${n})"/>`)}</pattern>`)],
    [
      'a pattern for a group of many',
      `<pattern id="p">${shape.repeat(100)}</pattern><g style="FILL: URL('#p')">${shape.repeat(100)}</g>`,
    ],
    [
      'a pattern by a variable',
      `<pattern id="p">${shape.repeat(100)}</pattern><g style="--x:url(#p)">${'<rect style="fill:var(--x)"/>'.repeat(100)}</g>`,
    ],
    [
      'markers',
      `<marker id="m">${shape.repeat(100)}</marker><g marker-mid="url(#m)"><path d="M0 0${'h1'.repeat(100)}"/></g>`,
    ],
    ['nested masks', defs(5, (n) => `<mask id="m${n + 1}">${ten(`<rect mask="url(#m${n})"/>`)}</mask>`)],
    [
      'nested clip paths',
      defs(5, (n) => `<clipPath id="c${n + 1}">${ten(`<rect clip-path="url(#c${n})"/>`)}</clipPath>`),
    ],
    ['filters', `<filter id="f">${'<feGaussianBlur/>'.repeat(10)}</filter>${'<g filter="url(#f)"/>'.repeat(100)}`],
    ['octaves of noise', '<filter id="f"><feTurbulence numOctaves="100000"/></filter>'],
  ])('is rejected for what it draws: %s', (_, body) => {
    expect(rules(svg(body))).toEqual([tooMany]);
  });

  it.each([
    ['an element that copies itself', '<g id="a"><use href="#a"/></g>'],
    [
      'two patterns that use each other',
      '<pattern id="a"><g fill="url(#b)"/></pattern><pattern id="b"><g stroke="url(#a)"/></pattern>',
    ],
    ['a chain of copies', defs(60, (n) => `<g id="c${n}"><use href="#c${n + 1}"/></g>`)],
  ])('is rejected for references without an end: %s', (_, body) => {
    expect(rules(svg(body))).toEqual([endless]);
  });

  it('is rejected for its depth', () => {
    expect(rules(svg(`${'<g>'.repeat(99)}${'</g>'.repeat(99)}`))).toEqual([]);
    expect(rules(svg(`${'<g>'.repeat(100)}${'</g>'.repeat(100)}`))).toEqual([
      'must not be nested deeper than 100 levels',
    ]);
  });

  it('is not one with the layers of a design program', () => {
    const shadow = `<filter id="f">${'<feBlend/>'.repeat(8)}</filter>`;
    const gradient = `<linearGradient id="l">${'<stop/>'.repeat(9)}</linearGradient>`;
    const layer = `<g clip-path="url(#c)" mask="url(#m)" filter="url(#f)">${'<path d="" fill="url(#l)"/>'.repeat(50)}</g>`;
    const body = `${shadow}${gradient}<clipPath id="c"><rect/></clipPath><mask id="m"><rect/></mask>${layer.repeat(20)}`;
    expect(rules(svg(body))).toEqual([]);
  });
});

describe('NM-11 checkSvg rejects', () => {
  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'must not contain <script>'],
    [
      'a script by another prefix',
      svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
      'must not contain <s:script>',
    ],
    ['a script in capitals', svg('<SCRIPT/>'), 'must not contain <SCRIPT>'],
    ['foreign content', svg('<foreignObject><p/></foreignObject>'), 'must not contain <foreignObject>'],
    ['a style sheet', svg('<style>@import "//x"</style>'), 'must not contain <style>'],
    ['an animation of a link', svg('<set attributeName="href" to="javascript:1"/>'), 'must not contain <set>'],
    ['an anchor', svg('<a href="#x"/>'), 'must not contain <a>'],
    ['a picture', svg('<image href="#x"/>'), 'must not contain <image>'],
    ['an event handler', svg('<path onload="x()"/>'), 'must not have event handlers (onload)'],
    ['an event handler on the root', svg('', ' onLoad="x()"'), 'must not have event handlers (onLoad)'],
    ['an outer reference', svg('<use href="https://x.example/#p"/>'), outside('href')],
    ['an outer reference by prefix', svg('<use x:href="//x.example"/>'), outside('x:href')],
    ['a data reference', svg('<use href="data:image/svg+xml,x"/>'), outside('href')],
    ['an outer fill', svg('<path fill="url(https://x.example/#g)"/>'), outside('fill')],
    ['an outer fill in capitals', svg('<path fill="URL(https://x.example/#g)"/>'), outside('fill')],
    ['an outer fill after an inner one', svg('<path style="fill:url(#g);stroke:Url(//x.example)"/>'), outside('style')],
    ['an import in capitals', svg('<path style="@IMPORT \'//x.example\'"/>'), outside('style')],
    ['an image set in capitals', svg('<path style="mask:Image-Set(\'//x\' 1x)"/>'), outside('style')],
    ['an outer reference in capitals', svg('<use HREF="https://x.example/#p"/>'), outside('HREF')],
    ['another base in capitals', svg('<g XML:BASE="https://x.example/"/>'), outside('XML:BASE')],
    ['an encoded outer fill', svg('<path fill="&#117;rl(//x.example)"/>'), outside('fill')],
    ['an escaped outer style', svg('<path style="fill:u\\72l(//x)"/>'), outside('style')],
    ['an image set', svg('<path style="mask:image-set(\'//x\' 1x)"/>'), outside('style')],
    ['another base', svg('<g xml:base="https://x.example/"/>'), outside('xml:base')],
  ])('%s', (_, text, rule) => {
    expect(rules(text)).toContain(rule);
  });

  it.each([
    ['a document type', `<!DOCTYPE svg>${svg('')}`],
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('<title>&x;</title>')}`],
    ['CDATA', svg('<![CDATA[x]]>')],
    ['a style sheet instruction', `<?xml-stylesheet href="//x"?>${svg('')}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${svg('')}`],
  ])('%s', (_, text) => {
    expect(rules(text)).toEqual(['must not have a document type, entities, CDATA or processing instructions']);
  });

  it('another root, no namespace or no viewBox', () => {
    const start = 'must start with <svg xmlns="http://www.w3.org/2000/svg">';
    expect(rules('')).toEqual([start]);
    expect(rules('<html xmlns="http://www.w3.org/1999/xhtml"/>')).toEqual([start]);
    expect(rules('<svg viewBox="0 0 8 8"/>')).toEqual([start]);
    for (const viewBox of [
      '',
      ' viewBox="0 0 8"',
      ' viewBox="0 0 0 0"',
      ' viewBox="0 0 8 -8"',
      ' viewBox="0 0 8 8 8"',
    ]) {
      expect(rules(`<svg ${NS}${viewBox}/>`)).toEqual([
        'must have a viewBox with a width and a height, so that it scales',
      ]);
    }
  });
});
