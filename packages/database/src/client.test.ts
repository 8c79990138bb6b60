import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from './client.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

describe('the client', () => {
  let test: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    test = await createTestDatabase();
    database = createDatabase({ url: test.url });
  });
  afterAll(async () => {
    await database.close();
    await test.drop();
  });

  it('creates an account and reads it back, through Prisma and raw', async () => {
    const createdAt = new Date('2026-05-01T10:00:00.123Z');
    const { id } = await database.db.account.create({
      data: { name: 'A', email: 'a@b.c', emailCanonical: 'a@b.c', passwordHash: 'x', createdAt },
    });
    const { rows } = await database.pool.query('SELECT created_at FROM accounts WHERE id = $1', [id]);
    expect(rows).toEqual([{ created_at: createdAt }]);
    expect(await database.db.account.findUnique({ where: { id } })).toMatchObject({ createdAt, totpLastStep: 0n });
  });
});
