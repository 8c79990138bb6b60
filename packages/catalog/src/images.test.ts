import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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
const bytes = (hex: string, text = ''): Buffer => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.from(text)]);

it.each([
  ['logo.png', 'image/png', bytes('89504e470d0a1a0a', 'IHDR')],
  ['logo.jpg', 'image/jpeg', bytes('ffd8ffe0', 'JFIF')],
  ['logo.JPEG', 'image/jpeg', bytes('ffd8ffe1', 'Exif')],
  ['logo.webp', 'image/webp', bytes('', 'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ')],
  ['logo.avif', 'image/avif', bytes('0000001c', 'ftypavif')],
])('%s is served as %s', async (name, contentType, content) => {
  const directory = await editionWith({ [`logos/${name}`]: content });
  expect(await readImage(filesIn(directory), 'logos', name)).toMatchObject({
    file: name,
    contentType,
    size: content.length,
    publicName: expect.stringMatching(/^logo\.[0-9a-f]{16}\.[a-z]+$/),
  });
});

it('a picture is read from its own folder', async () => {
  const directory = await editionWith({ 'pictures/stage.png': bytes('89504e470d0a1a0a', 'IHDR') });
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
  const directory = await editionWith({ 'logos/lone-pine.svg': bytes('3cff') });
  expect(await checkEdition(directory)).toMatchObject([{ line: 1, message: 'must be saved as UTF-8' }]);
});
