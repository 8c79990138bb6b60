import { createHash } from 'node:crypto';
import { canonicalJson } from '@laurel/contracts/public-log/canonical-json';
import { expect, it } from 'vitest';
import { editionDigest } from './edition.ts';
import { filesOf } from './edition-files.ts';
import { loadEdition } from './load-edition.ts';
import { editionContent } from './public-edition.ts';
import { SMALL_EDITION } from './testing/edition-fixture.ts';

const load = (more: string) => {
  const files = Object.entries({ ...SMALL_EDITION, 'edition.yaml': SMALL_EDITION['edition.yaml'] + more });
  return loadEdition(filesOf(new Map(files.map(([file, text]) => [file, Buffer.from(text)]))));
};

it.each([
  ['the key', ''],
  ['its value', 'reverify:\n'],
  ['a number of months', 'reverify: { phone: , social: }\n'],
  ['words of mails', 'mails:\n'],
  ['words of a mail', 'mails: { emailCode: , passwordCode: { subject: , opening: } }\n'],
  ['a look', 'look:\n'],
  ['sponsors and questions', 'sponsors:\nfaq: []\n'],
  ['an accent and a logo', 'look: { accent: , logo: }\n'],
])(
  'leaves the digest and the content of an edition without %s as they were before there was the key',
  async (_what, more) => {
    const edition = await load(more);
    // Both were computed by the release before: another value would publish every edition again.
    expect(editionDigest(edition)).toBe('ad3192b0304ef645e20ef158cfc7dddf1f1933301da499c59d0b989adb1963c0');
    const content = canonicalJson(JSON.parse(JSON.stringify(editionContent(edition))));
    expect(createHash('sha256').update(content).digest('hex')).toBe(
      'f84d4fe713d7cab29c3782fc59f2f2c3c7b072cb8554269e23b7cd16ecb79461',
    );
  },
);

it('is in the content of an edition in which a proof expires', async () => {
  const edition = await load('reverify: { phone: 1, social: 120 }\n');
  expect(editionContent(edition).reverify).toEqual({ phone: 1, social: 120 });
  expect((await load('reverify: { social: 24 }\n')).reverify).toEqual({ phone: null, social: 24 });
});

it('has the words of mails, and of no others', async () => {
  const subject = { en: 'Welcome', uk: 'Вітаємо' };
  const edition = await load('mails: { emailCode: { subject: { en: Welcome, uk: Вітаємо } }, passwordCode: {} }\n');
  expect(JSON.parse(JSON.stringify(editionContent(edition))).mails).toEqual({ emailCode: { subject } });
});
