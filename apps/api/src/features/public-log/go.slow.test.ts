import { receipts as receiptsCall } from '@laurel/contracts/calls/receipts';
import { buildGoLog, type GoLog } from '@laurel/support/go-log';
import { useTestApi } from '@laurel/support/hooks';
import { lookAtLog } from '@laurel/support/public-log';
import { votersOf } from '@laurel/support/voters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** More leaves than a tile has. */
const VOTERS = 300;

const api = useTestApi({ LOG_LEVEL: 'silent' });
let go: GoLog;
let prefix = '';
beforeAll(async () => {
  go = await buildGoLog();
  prefix = `${await api.app.listen({ port: 0, host: '127.0.0.1' })}/log/${api.deps.edition.year}`;
});
afterAll(() => go.remove());

const keyOf = async (): Promise<string> => (await (await fetch(`${prefix}/key`)).text()).trimEnd();

describe('golang.org/x/mod/sumdb', () => {
  it('verifies the checkpoint, the leaves and the receipts that a running Laurel serves', async () => {
    const [nomination] = api.deps.edition.nominations;
    const [category] = nomination?.categories ?? [];
    const ballot = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
    const voters = await votersOf(api, VOTERS);
    await lookAtLog(api);
    const early = await go.verify({ Prefix: prefix, Key: await keyOf(), AllEntries: true });
    for (const { token } of voters) expect((await api.post('/vote', ballot, { token })).statusCode).toBe(201);
    await lookAtLog(api);

    const proofs: { Text: string; Leaf: string }[] = [];
    for (const { token } of voters.slice(0, 20)) {
      const [receipt] = receiptsCall.reply.parse((await api.get('/vote/receipts', { token })).json());
      proofs.push({ Text: receipt?.proof ?? '', Leaf: receipt?.leaf ?? '' });
    }
    const found = await go.verify({ Prefix: prefix, Key: await keyOf(), AllEntries: true, Proofs: proofs });
    expect([early.Size, found.Size]).toEqual([2, VOTERS + 2]);

    const [first, second] = proofs;
    const exchanged = [{ Text: first?.Text ?? '', Leaf: second?.Leaf ?? '' }];
    await expect(go.verify({ Prefix: prefix, Key: await keyOf(), Proofs: exchanged })).rejects.toThrow();
  });
});
