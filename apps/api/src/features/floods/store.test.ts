import { createDatabase } from '@laurel/database/client';
import { createTestDatabase } from '@laurel/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { after } from '../../clock.ts';
import { createFloods } from './service.ts';
import { addLoad, readFloods } from './store.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const MINUTE_MS = 60_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let opened: ReturnType<typeof createDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  opened = createDatabase({ url: database.url });
});
afterAll(async () => {
  await opened.close();
  await database.drop();
});

const mail = (count: number) => [{ work: 'mail', network: '192.0.2.1', count, limit: 100 }] as const;

it('a late count is added and does not move the time back', async () => {
  const { db } = opened;
  await addLoad(db, mail(10), now);
  // From another process, whose clock is behind.
  await addLoad(db, mail(5), after(now, -MINUTE_MS));
  const [row] = await db.flood.findMany();
  expect(row).toMatchObject({ heat: 15, at: now });
  // With the time moved back, the count would decay for a minute that did not pass.
  await addLoad(db, mail(1), now);
  expect((await db.flood.findMany())[0]?.heat).toBe(16);
});

it('networks are counted up to a limit, beyond which only the total grows', async () => {
  const { db } = opened;
  await db.flood.deleteMany();
  const rule = { site: 1_000_000, network: 16 };
  const floods = createFloods({
    db,
    rules: { register: rule, login: rule, mail: rule, sms: rule },
    secrets: ['a secret of thirty-two characters'],
    now: () => now,
    onLevel: () => {},
    onRequest: () => {},
    onError: () => {},
  });
  const admit = (network: string) => floods.admit('mail', { network, proof: undefined }, now);
  for (let each = 0; each < 20_000; each += 1) await admit(`10.0.${each >> 8}.${each & 255}`);
  for (let each = 0; each < 50; each += 1) await admit('192.0.2.2');
  await floods.sync(now);
  const rows = await db.flood.findMany();
  expect(rows.map(({ network, heat }) => [network, heat])).toEqual([['', 20_050]]);
  // Decayed counts are dropped, so that the network is counted from now on.
  const later = after(now, 60 * MINUTE_MS);
  await floods.sync(later);
  for (let each = 0; each < 50; each += 1)
    await floods.admit('mail', { network: '192.0.2.2', proof: undefined }, later);
  await floods.sync(later);
  expect((await db.flood.findMany({ where: { network: '192.0.2.2' } }))[0]?.heat).toBe(50);
  await floods.close();
});

it('only the largest floods are read', async () => {
  const { db } = opened;
  await db.flood.deleteMany();
  await db.$executeRaw`
    INSERT INTO floods (work, network, heat, is_on, at)
    SELECT 'mail', 'network ' || n, n, n <> 10002, ${now} FROM generate_series(1, 10002) AS n`;
  const read = await readFloods(db);
  expect(read).toHaveLength(10_000);
  expect([read.at(0)?.load, read.at(-1)?.load]).toEqual([10_001, 2]);
});
