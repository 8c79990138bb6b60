import { describe, expect, it } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { nodeVerifier } from './node.ts';
import { COSIGNATURE, formatVerifierKey, parseNote, signNote } from './note.ts';
import { formatPolicy, isQuorum, openByPolicy, parsePolicy } from './policy.ts';
import type { Signer } from './port.ts';
import { signerFrom } from './testing/log.ts';

const log = await signerFrom(1, 'log.example/2026');
const names = ['x1', 'x2', 'x3', 'y1', 'y2', 'y3'];
const witnesses = await Promise.all(names.map((name, at) => signerFrom(at + 2, `${name}.example`, COSIGNATURE)));
/** The key of the first witness under another name. */
const renamed = await signerFrom(2, 'z.example', COSIGNATURE);
const vkey = ({ key }: Signer) => formatVerifierKey(key);
const line = (at: number) => `witness ${names[at]?.toUpperCase()} ${witnesses[at] ? vkey(witnesses[at]) : ''}\n`;

/** The example of the text tlog-policy. */
const EXAMPLE = `log ${vkey(log)}

${line(0)}${line(1)}${line(2)}group X-witnesses 2 X1 X2 X3

${line(3)}${line(4)}${line(5)}group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`;

async function cosigned(by: readonly string[]): Promise<string> {
  const note = await signCheckpoint(log, { size: 3, root: new Uint8Array(32).fill(3) });
  const lines = witnesses
    .filter((_, at) => by.includes(names[at] ?? ''))
    .map((witness) => cosign(witness, parseNote(note).text, 1_800_000_000));
  return note + (await Promise.all(lines)).join('');
}

describe('the example of tlog-policy', () => {
  it.each([['x1', 'x2', 'y1'], ['x2', 'x3', 'y3'], names])('takes two of X and one of Y: %s, %s, %s', async (...by) => {
    const policy = await parsePolicy(nodeVerifier, EXAMPLE);
    const { checkpoint, cosignatures } = await openByPolicy(nodeVerifier, await cosigned(by), policy);
    expect(checkpoint).toMatchObject({ origin: 'log.example/2026', size: 3 });
    expect(cosignatures.map(({ witness }) => witness.name)).toEqual(by.map((name) => `${name}.example`));
  });

  it.each([[[]], [['x1', 'x2', 'x3']], [['x1', 'y1', 'y2', 'y3']]])('does not take %j', async (by) => {
    const policy = await parsePolicy(nodeVerifier, EXAMPLE);
    const attempt = openByPolicy(nodeVerifier, await cosigned(by), policy);
    await expect(attempt).rejects.toMatchObject({ code: 'checkpoint.quorum' });
  });
});

describe('a policy', () => {
  it('has addresses, comments, tabs, and names of any octets', async () => {
    const octets = Buffer.concat([
      Buffer.from(`\t# Witnesses of the partners\n  log\t${vkey(log)} https://log.example/\n\nwitness `),
      Buffer.from([0xff]),
      Buffer.from(` ${vkey(witnesses[0] ?? log)} https://x1.example/\nquorum `),
      Buffer.from([0xff]),
    ]);
    const policy = await parsePolicy(nodeVerifier, octets);
    expect(policy.logs).toEqual([{ key: log.key, url: 'https://log.example/' }]);
    expect(policy.witnesses).toMatchObject([{ url: 'https://x1.example/' }]);
    expect(isQuorum(policy.quorum, [])).toBe(false);
    expect(isQuorum(policy.quorum, [policy.witnesses[0]?.key ?? log.key])).toBe(true);
  });

  it('may need no witness, but always the log', async () => {
    const policy = await parsePolicy(nodeVerifier, `log ${vkey(log)}\nquorum none\n`);
    expect(await openByPolicy(nodeVerifier, await cosigned([]), policy)).toMatchObject({ cosignatures: [] });
    const other = await parsePolicy(nodeVerifier, `log ${vkey(await signerFrom(9, log.key.name))}\nquorum none\n`);
    await expect(openByPolicy(nodeVerifier, await cosigned([]), other)).rejects.toMatchObject({
      code: 'note.unsigned',
    });
  });

  it('takes a checkpoint only from the log that it names', async () => {
    const other = await signerFrom(9, 'other.example');
    const policy = await parsePolicy(nodeVerifier, `log ${vkey(other)}\nquorum none\n`);
    const note = await signNote(other, parseNote(await cosigned([])).text);
    await expect(openByPolicy(nodeVerifier, note, policy)).rejects.toMatchObject({ code: 'checkpoint.origin' });
  });

  it.each([0, 1, 2])('of %i witnesses is written and read', async (quorum) => {
    const trust = { log: log.key, witnesses: witnesses.map(({ key }) => key), quorum };
    const policy = await parsePolicy(nodeVerifier, formatPolicy(trust));
    expect(policy.logs).toMatchObject([{ key: log.key }]);
    expect(policy.witnesses).toHaveLength(6);
    expect(
      isQuorum(
        policy.quorum,
        policy.witnesses.slice(0, quorum).map(({ key }) => key),
      ),
    ).toBe(true);
    expect(
      quorum > 0 &&
        isQuorum(
          policy.quorum,
          policy.witnesses.slice(1, quorum).map(({ key }) => key),
        ),
    ).toBe(false);
  });

  const w = line(0);
  it.each([
    ['no quorum', w],
    ['two quorums', 'quorum none\nquorum none\n'],
    ['a quorum of two names', `${w}quorum X1 X1\n`],
    ['a quorum that is defined later', `quorum X1\n${w}`],
    ['a name that is taken', `${w}${line(1).replace('X2', 'X1')}quorum X1\n`],
    ['a witness named none', `${w.replace('X1', 'none')}quorum none\n`],
    ['a group named as a witness', `${w}group X1 all X1\nquorum X1\n`],
    ['a group of itself', `${w}group G all G\nquorum G\n`],
    ['a group of none', `group G any none\nquorum G\n`],
    ['a group of nobody', 'group G all\nquorum G\n'],
    ['a group of 0', `${w}group G 0 X1\nquorum G\n`],
    ['a group of 2 of 1', `${w}group G 2 X1\nquorum G\n`],
    ['a group of 01', `${w}group G 01 X1\nquorum G\n`],
    ['a member twice', `${w}group G any X1 X1\nquorum G\n`],
    ['a member of two groups', `${w}group G any X1\ngroup H any X1\nquorum G\n`],
    ['a public key twice', `${w}witness other ${vkey(renamed)}\nquorum X1\n`],
    ['a log twice', `log ${vkey(log)}\nlog ${vkey(log)}\nquorum none\n`],
    ['a witness with a log’s key', `witness X1 ${vkey(log)}\nquorum X1\n`],
    ['a log with a witness’s key', `log ${w.split(' ')[2]}quorum none\n`],
    ['a key with another id', `log ${vkey(log).replace(/\+.{8}\+/, '+00000000+')}\nquorum none\n`],
    ['too many words', `log ${vkey(log)} https://a.example https://b.example\nquorum none\n`],
    ['an unknown word', 'logs\nquorum none\n'],
    ['a carriage return', 'quorum none\r\n'],
    ['too many octets', `#${'x'.repeat(100_000)}\nquorum none\n`],
  ])('with %s is refused', async (_, text) => {
    await expect(parsePolicy(nodeVerifier, text)).rejects.toMatchObject({ code: 'policy.malformed' });
  });
});
