import { describe, expect, it } from 'vitest';
import { nodeVerifier, signerOf } from './node.ts';
import { formatNote, formatVerifierKey, openNote, parseNote, parseVerifierKey, signNote } from './note.ts';

/** The example of the text signed-note. */
const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe('the example of signed-note', () => {
  it('is verified with its key', async () => {
    const key = await parseVerifierKey(nodeVerifier, KEY);
    expect(formatVerifierKey(key)).toBe(KEY);
    const note = await openNote(nodeVerifier, NOTE, [key]);
    expect(note).toMatchObject({ text: 'This is an example message.\n', signedBy: [key] });
    expect(formatNote(note)).toBe(NOTE);
  });
});

describe('a signed note', () => {
  it('is verified by the signer’s key', async () => {
    const signer = await signerOf(new Uint8Array(32).fill(7), 'example.com/log');
    const note = await signNote(signer, 'one\n\ntwo\n');
    expect((await openNote(nodeVerifier, note, [signer.key])).text).toBe('one\n\ntwo\n');
    expect(parseNote(note).signatures).toHaveLength(1);
    await expect(openNote(nodeVerifier, note.replace('two', 'too'), [signer.key])).rejects.toMatchObject({
      code: 'note.forged',
    });
  });
});
