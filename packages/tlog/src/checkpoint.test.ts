import { describe, expect, it } from 'vitest';
import { encodeBase64 } from './bytes.ts';
import { formatCheckpoint, openCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts';
import { nodeVerifier } from './node.ts';
import { signNote } from './note.ts';
import { signerFrom } from './testing/log.ts';

/** The example in the tlog-checkpoint specification. */
const EXAMPLE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`;
const ROOT = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const log = await signerFrom(1, 'log.example');

describe('a checkpoint', () => {
  it('is parsed and written as in the example of the tlog-checkpoint specification', () => {
    const checkpoint = parseCheckpoint(EXAMPLE);
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    expect(encodeBase64(checkpoint.root)).toBe(ROOT);
    expect(formatCheckpoint(checkpoint)).toBe(EXAMPLE);
  });

  it('has extension lines', () => {
    const text = `${EXAMPLE}one\ntwo\n`;
    expect(parseCheckpoint(text).extensions).toEqual(['one', 'two']);
    expect(formatCheckpoint(parseCheckpoint(text))).toBe(text);
  });

  it('is signed by its log, whose name is its origin', async () => {
    const text = await signCheckpoint(log, { size: 5, root: new Uint8Array(32).fill(5) });
    const { checkpoint } = await openCheckpoint(nodeVerifier, text, log.key);
    expect(checkpoint).toEqual({ origin: 'log.example', size: 5, root: new Uint8Array(32).fill(5), extensions: [] });
    const foreign = await signNote(log, EXAMPLE);
    await expect(openCheckpoint(nodeVerifier, foreign, log.key)).rejects.toMatchObject({ code: 'checkpoint.origin' });
  });

  it.each([
    ['no origin', `\n5\n${ROOT}\n`],
    ['no size', `log\n\n${ROOT}\n`],
    ['a leading zero', `log\n05\n${ROOT}\n`],
    ['a sign', `log\n+5\n${ROOT}\n`],
    ['a size above 2^53 - 1', `log\n9007199254740992\n${ROOT}\n`],
    ['a short root', 'log\n5\nCsUY\n'],
    ['a root of another spelling', `log\n5\n${ROOT.replace('I=', 'J=')}\n`],
    ['no root', 'log\n5\n'],
    ['no last newline', `log\n5\n${ROOT}`],
    ['an empty extension line', `log\n5\n${ROOT}\n\nx\n`],
  ])('with %s is refused', async (_, text) => {
    expect(() => parseCheckpoint(text)).toThrow('checkpoint.malformed');
    const signed = await signNote(log, text.endsWith('\n') ? text : `${text}\n\n`);
    await expect(openCheckpoint(nodeVerifier, signed, log.key)).rejects.toMatchObject({ code: 'checkpoint.malformed' });
  });
});
