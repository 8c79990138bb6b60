// cspell:ignore loho romashka
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../edition-files.ts';
import { readImage } from '../images.ts';
import { frames, halves, noise, plain, resizedPng, svg } from '../testing/pictures.ts';
import { type PictureUse, preparePicture } from './prepare-picture.ts';

type Content = Buffer | Promise<Buffer>;

const prepared = async (content: Content, name = 'logo.png', use: PictureUse = 'logo') => {
  const found = await preparePicture(await content, name, use);
  if ('refused' in found) throw new Error(found.refused.message);
  return found.picture;
};
const sizeOf = async (content: Content, use: PictureUse): Promise<string> => {
  const { size, warnings } = await prepared(content, 'a', use);
  return [`${size?.width}x${size?.height}`, ...warnings.map(({ rule }) => rule)].join(' ');
};
/** The colour of a pixel, each part rounded to sixteenths: WebP changes it a little. */
const colourAt = async (body: Buffer, left: number, top: number): Promise<string> => {
  const pixel = await sharp(body).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return Array.from(pixel, (part) => Math.round(part / 17).toString(16)).join('');
};

const RECT = '<rect width="100" height="100" fill="#c33"/>';
const ILLUSTRATOR = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
  <!ENTITY ns_extend "http://ns.example/Ext/1.0/">]>${svg(RECT, 'viewBox="0 0 200 100" xmlns:x="&ns_extend;"')}`;
const png = (width = 300, height = 200) => plain(width, height).png().toBuffer();
const embedded = (bitmap: Buffer, type = 'png') =>
  svg(`<image width="200" height="100" href="data:image/${type};base64,${bitmap.toString('base64')}"/>`);

describe('a picture', () => {
  it.each<[string, string, PictureUse, () => Content]>([
    ['PNG', '300x200', 'logo', () => png()],
    ['PNG of 16 bits', '300x200', 'logo', () => plain(300, 200).toColourspace('rgb16').png().toBuffer()],
    [
      'PNG in grey with transparency',
      '200x200',
      'logo',
      () => plain(200, 200, { r: 9, g: 9, b: 9, alpha: 0.5 }).toColourspace('b-w').png().toBuffer(),
    ],
    ['PNG with a palette', '300x200', 'logo', () => plain(300, 200).png({ palette: true }).toBuffer()],
    ['JPEG', '300x200', 'logo', () => plain(300, 200).jpeg().toBuffer()],
    ['progressive JPEG', '336x168', 'logo', () => plain(600, 300).jpeg({ progressive: true }).toBuffer()],
    ['JPEG in CMYK', '300x200', 'logo', () => plain(300, 200).toColourspace('cmyk').jpeg().toBuffer()],
    ['WebP', '300x200', 'logo', () => plain(300, 200).webp().toBuffer()],
    ['WebP without loss', '300x200', 'logo', () => plain(300, 200).webp({ lossless: true }).toBuffer()],
    ['AVIF', '300x200', 'logo', () => plain(300, 200).avif({ effort: 0 }).toBuffer()],
    ['GIF', '300x200', 'logo', () => plain(300, 200).gif().toBuffer()],
    ['animated GIF', '200x200 firstFrame', 'logo', () => frames(3, 200).gif().toBuffer()],
    ['animated WebP', '200x200 firstFrame', 'logo', () => frames(3, 200).webp().toBuffer()],
    ['large logo', '336x224', 'logo', () => png(3_000, 2_000)],
    ['tall logo', '34x336', 'logo', () => png(100, 1_000)],
    ['wide logo', '336x8', 'logo', () => png(4_000, 100)],
    ['small logo', '64x48 blurred', 'logo', () => png(64, 48)],
    ['photo', '1013x675', 'picture', () => plain(6_000, 4_000).jpeg().toBuffer()],
    ['wide photo', '1200x300', 'picture', () => plain(4_000, 1_000).jpeg().toBuffer()],
    ['small photo', '500x300 blurred', 'picture', () => plain(500, 300).jpeg().toBuffer()],
    [
      'photo that lies on its side',
      '450x675',
      'picture',
      () => plain(3_000, 2_000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['SVG of Illustrator', '336x168 redrawn', 'logo', () => Buffer.from(ILLUSTRATOR)],
    [
      'SVG with styles',
      '336x168 redrawn',
      'logo',
      () => svg(`<style>.a{fill:#c33}</style><rect class="a" width="9" height="9"/>`),
    ],
    [
      'SVG with data of Inkscape',
      '336x168 redrawn',
      'logo',
      () => svg(`<i:view xmlns:i="http://inkscape.example"/>${RECT}`),
    ],
    ['SVG without a viewBox', '336x112 redrawn', 'logo', () => svg(RECT, 'width="300" height="100"')],
    ['SVG with a script', '336x168 redrawn', 'logo', () => svg(`<script>alert(1)</script>${RECT}`)],
    [
      'SVG with a file from elsewhere',
      '336x168 redrawn',
      'logo',
      () => svg(`<image href="file:///etc/hostname"/><use href="http://a.example/b.svg#c"/>${RECT}`),
    ],
    ['SVG of more than 64 KB', '336x168 redrawn', 'logo', () => svg(`<path d="M0 0${'h1'.repeat(40_000)}"/>`)],
    ['SVG with a bitmap inside', '336x168 redrawn', 'logo', async () => embedded(await png(20, 10))],
  ])('%s is %s', async (_, size, use, make) => {
    expect(await sizeOf(make(), use)).toBe(size);
  });

  it('is accepted by the check of editions, however it was named, and keeps its name in Latin letters', async () => {
    const picture = await prepared(plain(300, 200).jpeg().toBuffer(), 'C:\\Лого «Ромашка» (2).PNG');
    expect(picture).toMatchObject({ file: 'loho-romashka-2.png', contentType: 'image/png' });
    const files = filesOf(new Map([[`logos/${picture.file}`, picture.body]]));
    expect(await readImage(files, 'logos', picture.file)).toMatchObject({ contentType: 'image/png' });
    expect((await prepared(png(), '東京.png')).file).toBe('picture.png');
  });

  it('gives the same bytes each time', async () => {
    const bytes = await noise(60, 40).png().toBuffer();
    expect((await prepared(bytes)).body).toEqual((await prepared(bytes)).body);
  });

  it('is upright, without metadata', async () => {
    const camera = { IFD0: { Make: 'Camera', Copyright: 'Me' }, IFD3: { GPSLatitude: '50/1 27/1 0/1' } };
    const content = halves(400, 200).withExif(camera).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const { body } = await prepared(content);
    const { exif, icc, xmp, orientation, width, height } = await sharp(body).metadata();
    expect({ exif, icc, xmp, orientation, width, height }).toEqual({ width: 168, height: 336 });
    expect([await colourAt(body, 80, 20), await colourAt(body, 80, 310)]).toEqual(['00f', 'f00']);
  });

  it('in a wide gamut is converted to sRGB', async () => {
    const wide = await plain(300, 200, '#0a0').withIccProfile('p3').png().toBuffer();
    // The numbers are others than those of sRGB.
    expect(
      await sharp(wide, { ignoreIcc: true }).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer(),
    ).not.toEqual(Buffer.from([0, 170, 0]));
    expect(await colourAt((await prepared(wide)).body, 9, 9)).toBe('0a0');
  });

  it('in CMYK keeps its colours', async () => {
    const content = plain(300, 200, '#fff').toColourspace('cmyk').jpeg().toBuffer();
    expect(await colourAt((await prepared(content)).body, 9, 9)).toBe('fff');
  });

  it('keeps its transparency', async () => {
    const { body } = await prepared(plain(300, 200, { r: 255, g: 0, b: 0, alpha: 0 }).png().toBuffer());
    expect(await colourAt(body, 9, 9)).toMatch(/0$/);
    expect((await sharp(body).metadata()).hasAlpha).toBe(true);
  });

  it('shows the first frame of an animation', async () => {
    expect(await colourAt((await prepared(frames(4, 200).webp().toBuffer())).body, 9, 9)).toBe('000');
  });

  it.each<[PictureUse, number]>([
    ['logo', 48],
    ['picture', 150],
  ])('has a lower quality if it has too many details: %s', async (use, kb) => {
    const bytes = await noise(200, 150).resize(1_200, 900, { kernel: 'cubic' }).png().toBuffer();
    expect((await prepared(bytes, 'a.png', use)).body.length).toBeLessThan(kb * 1024);
  });

  it('stays an SVG if it has only shapes', async () => {
    const { body, ...picture } = await prepared(Buffer.concat([Buffer.from('\uFEFF'), svg(RECT)]), 'Ромашка.png');
    expect(picture).toEqual({ file: 'romashka.svg', contentType: 'image/svg+xml', size: undefined, warnings: [] });
    expect(body).toEqual(svg(RECT));
  });

  it('has no pixel of a file on the server', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'laurel-picture-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const file = join(directory, 'secret.png');
    await writeFile(file, await png());
    const { body } = await prepared(svg(`<image width="200" height="100" href="${pathToFileURL(file)}"/>`));
    expect((await sharp(body).stats()).channels.at(-1)?.max).toBe(0);
  });
});

/** Each level refers to the one below ten times. */
const laughs = (levels: number): Buffer =>
  svg(
    `<style/><g id="l0">${RECT}</g>${Array.from({ length: levels }, (_, n) => `<g id="l${n + 1}">${`<use href="#l${n}"/>`.repeat(10)}</g>`).join('')}`,
  );
const box = (brand: string): Buffer => Buffer.from(`\0\0\0\u0018ftyp${brand}\0\0\0\0${brand}mif1`, 'latin1');

it.each<[string, string, () => Content]>([
  ['emptyFile', 'is empty', () => Buffer.alloc(0)],
  ['heic', 'is a HEIC photo', () => box('heic')],
  ['pictureKind', 'is a video', () => box('mp42').fill('mp42', 16)],
  ['pictureKind', 'is a PDF of Illustrator', () => Buffer.from('%PDF-1.6')],
  ['pictureKind', 'is a TIFF', () => plain(9, 9).tiff().toBuffer()],
  [
    'pictureKind',
    'is a page that was saved as a picture',
    () => Buffer.from('<!doctype html><html><svg></svg></html>'),
  ],
  ['pictureKind', 'is a text', () => Buffer.from('logo')],
  ['pictureKind', 'is a packed SVG', () => Buffer.from('1f8b0800', 'hex')],
  ['broken', 'is a PNG that is cut off in its header', async () => (await png()).subarray(0, 40)],
  ['broken', 'is a PNG that is cut off', async () => (await noise(300, 300).png().toBuffer()).subarray(0, -2_000)],
  ['broken', 'is a JPEG that is cut off', async () => (await noise(300, 300).jpeg().toBuffer()).subarray(0, -2_000)],
  ['broken', 'is a WebP that is cut off', async () => (await noise(300, 300).webp().toBuffer()).subarray(0, -200)],
  [
    'broken',
    'is an AVIF that is cut off',
    async () => (await noise(300, 300).avif({ effort: 0 }).toBuffer()).subarray(0, -200),
  ],
  ['broken', 'has the start of a PNG only', () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['manyPixels', 'says that it has 20,000 × 20,000 pixels', async () => resizedPng(await png(), 20_000)],
  ['large', 'is too large', () => Buffer.alloc(20 * 1024 * 1024 + 1)],
  ['broken', 'is an SVG that is cut off', () => svg(RECT).subarray(0, -8)],
  ['broken', 'is an SVG with a bare &', () => svg('<title>Tea & Co</title>')],
  ['broken', 'is an SVG without a size', () => svg(`<style/>${RECT}`, 'viewBox="0 0 0 0"')],
  ['svgUnsafe', 'is an SVG of a hundred million shapes', () => laughs(8)],
  ['svgUnsafe', 'is an SVG that refers to itself', () => svg('<style/><g id="a"><use href="#a"/></g>')],
  [
    'svgUnsafe',
    'is an SVG whose entities grow',
    () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a "<rect/>"><!ENTITY b "&a;&a;">]>${svg('&b;')}`),
  ],
  [
    'svgUnsafe',
    'is an SVG with an entity of a file',
    () => Buffer.from(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`),
  ],
  ['svgUnsafe', 'is an SVG in an SVG', () => embedded(svg(RECT), 'svg+xml')],
  ['manyPixels', 'is an SVG with a huge bitmap', async () => embedded(resizedPng(await png(), 20_000))],
])('a picture is refused: %s, if it %s', async (rule, _, make) => {
  expect(await preparePicture(await make(), 'logo.png', 'logo')).toMatchObject({ refused: { rule } });
});
