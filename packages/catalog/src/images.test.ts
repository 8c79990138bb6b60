import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { filesIn } from './edition-files.ts';
import { readImage } from './images.ts';
import { checkEdition } from './load-edition.ts';
import { writeEdition } from './testing/edition-fixture.ts';

const editionWith = async (files: Record<string, string | Uint8Array>): Promise<string> => {
  const { directory, remove } = await writeEdition(files);
  onTestFinished(remove);
  return directory;
};

const drawn = (format: 'png' | 'jpeg' | 'webp' | 'avif', size = 8): Promise<Buffer> =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#417' } })
    .toFormat(format)
    .toBuffer();
/** The picture with another major brand; the list of brands that it is compatible with stays. */
const branded = (avif: Buffer, brand: string): Buffer =>
  Buffer.concat([avif.subarray(0, 8), Buffer.from(brand), avif.subarray(12)]);
/** The picture with another size in its header (PNG, section 11.2.1). */
const resized = (png: Buffer, size: number): Buffer => {
  const resizedPng = Buffer.from(png);
  resizedPng.writeUInt32BE(size, 16);
  resizedPng.writeUInt32BE(size, 20);
  resizedPng.writeUInt32BE(crc32(resizedPng.subarray(12, 29)), 29);
  return resizedPng;
};
const animation = (frames: number, size: number): Promise<Buffer> => {
  const pixels = Buffer.concat(Array.from({ length: frames }, (_, n) => Buffer.alloc(size * size * 3, n * 50)));
  const raw = { width: size, height: size * frames, channels: 3, pageHeight: size } as const;
  return sharp(pixels, { raw }).webp({ effort: 0 }).toBuffer();
};

it.each<[string, string, () => Promise<Buffer>]>([
  ['logo.png', 'image/png', () => drawn('png')],
  ['logo.jpg', 'image/jpeg', () => drawn('jpeg')],
  [
    'logo.JPEG',
    'image/jpeg',
    async () =>
      sharp(await drawn('png'))
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  ['logo.webp', 'image/webp', () => drawn('webp')],
  ['logo.WEBP', 'image/webp', () => animation(3, 8)],
  ['logo.avif', 'image/avif', () => drawn('avif')],
  ['logo.AVIF', 'image/avif', async () => branded(await drawn('avif'), 'mif1')],
  ['logo.Avif', 'image/avif', async () => branded(await drawn('avif'), 'avis')],
])('%s is served as %s', async (name, contentType, make) => {
  const content = await make();
  const directory = await editionWith({ [`logos/${name}`]: content });
  expect(await readImage(filesIn(directory), 'logos', name)).toMatchObject({
    file: name,
    contentType,
    size: content.length,
    publicName: expect.stringMatching(/^logo\.[0-9a-f]{16}\.[a-z]+$/),
  });
});

const DAMAGED = 'is damaged or cut off: export it again';
const LARGE = 'must not have more than 16 million pixels, all frames together: export it smaller';
const KIND = /^is not an image of the kind its name says/;
it.each<[string, string, () => Promise<Buffer>, string | RegExp]>([
  ['cut off in its header', 'a.png', async () => (await drawn('png')).subarray(0, 60), DAMAGED],
  ['cut off in its pixels', 'a.png', async () => (await drawn('png', 300)).subarray(0, -30), DAMAGED],
  ['cut off', 'a.jpg', async () => (await drawn('jpeg', 300)).subarray(0, -300), DAMAGED],
  ['cut off', 'a.webp', async () => (await drawn('webp', 300)).subarray(0, -30), DAMAGED],
  ['cut off', 'a.avif', async () => (await drawn('avif', 300)).subarray(0, -30), DAMAGED],
  ['of 20,000 × 20,000 pixels', 'a.png', async () => resized(await drawn('png'), 20_000), LARGE],
  ['of many large frames', 'a.webp', () => animation(5, 2_000), LARGE],
  ['of another format', 'a.png', () => drawn('jpeg'), KIND],
  [
    'of another format of the same family',
    'a.avif',
    async () => Buffer.from('0000001c66747970686569630000000068656963', 'hex'),
    KIND,
  ],
  ['without content', 'a.jpg', async () => Buffer.alloc(0), KIND],
])('a picture %s is rejected: %s', async (_, name, make, message) => {
  const files = filesIn(await editionWith({ [`logos/${name}`]: await make() }));
  const matching = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(await readImage(files, 'logos', name)).toMatchObject([{ file: `logos/${name}`, line: 1, message: matching }]);
  // It was published by a release that did not decode pictures, and is still served.
  expect(await readImage(files, 'logos', name, true)).toMatchObject({ file: name });
});

it('a picture is read from its own folder', async () => {
  const directory = await editionWith({ 'pictures/stage.png': await drawn('png') });
  expect(await readImage(filesIn(directory), 'pictures', 'stage.png')).toMatchObject({ contentType: 'image/png' });
  expect(await readImage(filesIn(directory), 'logos', 'stage.png')).toBeUndefined();
});

it('an image whose content does not match its name is rejected', async () => {
  const directory = await editionWith({ 'logos/logo.png': '<html><script>alert(1)</script>' });
  expect(await readImage(filesIn(directory), 'logos', 'logo.png')).toMatchObject([
    { file: 'logos/logo.png', line: 1, message: 'is not an image of the kind its name says (image/png)' },
  ]);
});

it('a logo is limited to 64 KB for SVG and 512 KB for other formats', async () => {
  const directory = await editionWith({
    'logos/big.svg': ' '.repeat(64 * 1024 + 1),
    'logos/big.png': Buffer.alloc(512 * 1024 + 1),
  });
  expect(await readImage(filesIn(directory), 'logos', 'big.svg')).toMatchObject([
    { message: 'must not be larger than 64 KB' },
  ]);
  expect(await readImage(filesIn(directory), 'logos', 'big.png')).toMatchObject([
    { message: 'must not be larger than 512 KB' },
  ]);
});

it('a directory is not a logo', async () => {
  const directory = await editionWith({});
  await mkdir(join(directory, 'logos/folder.svg'));
  expect(await readImage(filesIn(directory), 'logos', 'folder.svg')).toBeUndefined();
  expect(await readImage(filesIn(directory), 'logos', 'nothing.svg')).toBeUndefined();
});

it('NM-11 a bad SVG is reported once, with the line of the problem', async () => {
  const bad = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">\n  <rect/>\n  <script>x()</script>\n</svg>\n';
  const problems = await checkEdition(await editionWith({ 'logos/lone-pine.svg': bad }));
  expect(problems).toMatchObject([
    { file: 'logos/lone-pine.svg', line: 3, column: 3, field: '', message: 'must not contain <script>' },
  ]);
});

it('an SVG must be UTF-8', async () => {
  const directory = await editionWith({ 'logos/lone-pine.svg': Buffer.from('3cff', 'hex') });
  expect(await checkEdition(directory)).toMatchObject([{ line: 1, message: 'must be saved as UTF-8' }]);
});
