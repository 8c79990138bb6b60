import { nodeVerifier } from '@laurel/tlog/node';
import { COSIGNATURE, ED25519, formatVerifierKey, makeVerifierKey } from '@laurel/tlog/note';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesIn, recorded } from './edition-files.ts';
import { checkEdition, loadEdition, loadPublishedEdition } from './load-edition.ts';
import { EditionError } from './problem.ts';
import { SMALL_EDITION, writeEdition } from './testing/edition-fixture.ts';

/** Writes an edition whose public log has these lines. */
const editionWith = async (lines: string[]): Promise<string> => {
  const log = ['log:', ...lines.map((line) => `  ${line}`)].join('\n');
  const { directory, remove } = await writeEdition({ 'edition.yaml': `${SMALL_EDITION['edition.yaml']}\n${log}\n` });
  onTestFinished(remove);
  return directory;
};
const check = async (...lines: string[]): Promise<string[]> =>
  (await checkEdition(await editionWith(lines))).map(({ field, message }) => `${field} ${message}`);

const keyOf = async (type: number): Promise<string> =>
  formatVerifierKey(await makeVerifierKey(nodeVerifier, 'one.example', new Uint8Array(32).fill(7), type));
const checkWitness = (key: string) => check(`witnesses: [{ key: '${key}', url: 'https://one.example' }]`);
const WITNESS = 'log.witnesses[0].key must be the verifier key of a witness, without a typing error: copy it again';
const AUDITOR = 'log.auditors[1] must be an age public key, without a typing error: copy it again';

/** The text with its third character from the end replaced. */
const mistyped = (text: string): string => {
  const letter = text.at(-3);
  return `${text.slice(0, -3)}${letter === 'q' ? 'p' : 'q'}${text.slice(-2)}`;
};

describe('the check of the public log’s keys', () => {
  it('accepts the key of a witness', async () => {
    expect(await checkWitness(await keyOf(COSIGNATURE))).toEqual([]);
  });

  it('rejects the key of a witness that has a typing error, and the key of a log', async () => {
    expect(await checkWitness(mistyped(await keyOf(COSIGNATURE)))).toEqual([WITNESS]);
    expect(await checkWitness((await keyOf(COSIGNATURE)).replace('one.', 'two.'))).toEqual([WITNESS]);
    expect(await checkWitness(await keyOf(ED25519))).toEqual([WITNESS]);
  });

  it('rejects the key of an auditor that has a typing error', async () => {
    const key = await identityToRecipient(await generateX25519Identity());
    expect(await check(`auditors: [${key}]`)).toEqual([]);
    expect(await check(`auditors: [${key}, ${mistyped(key)}]`)).toEqual([AUDITOR]);
  });

  // This test fails with the check: an award with a mistyped auditor did not start after an upgrade.
  it('does not reject an edition that an earlier release accepted', async () => {
    const key = mistyped(await identityToRecipient(await generateX25519Identity()));
    const files = recorded(filesIn(await editionWith([`auditors: [${key}]`])));
    await expect(loadEdition(files)).rejects.toThrow(EditionError);
    expect((await loadPublishedEdition(files.contents)).log.auditors).toEqual([key]);
  });
});
