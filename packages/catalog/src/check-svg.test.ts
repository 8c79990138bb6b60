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
  ])('%s', (_, text) => {
    expect(checkSvg(text)).toEqual([]);
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
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('')}`],
    ['CDATA', svg('<![CDATA[x]]>')],
    ['a style sheet instruction', `<?xml-stylesheet href="//x"?>${svg('')}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${svg('')}`],
  ])('%s', (_, text) => {
    expect(rules(text)).toContain('must not have a document type, entities, CDATA or processing instructions');
  });

  it('another root, no namespace or no viewBox', () => {
    const start = 'must start with <svg xmlns="http://www.w3.org/2000/svg">';
    expect(rules('')).toEqual([start]);
    expect(rules('<html xmlns="http://www.w3.org/1999/xhtml"/>')).toEqual(['must not contain <html>', start]);
    expect(rules('<svg viewBox="0 0 8 8"/>')).toEqual([start]);
    expect(rules(`<svg ${NS}/>`)).toEqual(['must have a viewBox, so that it scales']);
  });
});
