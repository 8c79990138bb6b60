import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readEntries } from '../features/audit/store.ts';
import { listen } from '../testing/cli.ts';
import { startTestApi, type TestApi } from '../testing/harness.ts';
import { isVerified, logOf, newcomer, submission } from '../testing/social.ts';
import { decideReview, listReviews, reviewId } from './review.ts';

let api: TestApi;
let output: ReturnType<typeof listen>;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(() => {
  output = listen();
});
afterAll(() => api.close());

const pending = async () => {
  const person = await newcomer(api);
  const submitted = await submission(api, person);
  const { id, tag } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: person.accountId } });
  return { person, ...submitted, id, tag: tag ?? '' };
};
const decide = (id: string, approved: boolean, json = false) =>
  decideReview(api.deps, output, { id, approved, json, organiser: { actor: 'olena', reason: null } });
const entries = async (id: string) =>
  (await readEntries(api.deps.db, { since: null, limit: 1_000 })).filter(
    ({ subject }) => subject === `submission ${id}`,
  );

describe('laurel review list', () => {
  it('says that nothing waits', async () => {
    expect(await listReviews(api.deps, output, { json: false })).toBe(0);
    expect(output.lines).toEqual(['Nothing is waiting for review.']);
    const inJson = listen();
    expect(await listReviews(api.deps, inJson, { json: true })).toBe(0);
    expect(JSON.parse(inJson.text())).toEqual([]);
  });

  it('SO-01 shows ID, name, time, masked address and code of what waits', async () => {
    const { id, tag, proofCode } = await pending();
    expect(await listReviews(api.deps, output, { json: false })).toBe(0);
    const [heading, row, ...more] = output.lines;
    expect(heading?.split(/ {2,}/)).toEqual(['ID', 'INSTAGRAM', 'SUBMITTED', 'ACCOUNT', 'CODE']);
    expect(row?.split(/ {2,}/)).toEqual([
      id,
      `@${tag}`,
      api.clock.now().toISOString(),
      expect.stringMatching(/^v\*\*\*.@example\.org$/),
      proofCode,
    ]);
    expect(more).toEqual([]);
    const inJson = listen();
    await listReviews(api.deps, inJson, { json: true });
    expect(JSON.parse(inJson.text())).toEqual([
      { id, tag, submittedAt: api.clock.now().toISOString(), maskedEmail: expect.any(String), proofCode },
    ]);
  });
});

describe('laurel review approve and reject', () => {
  it('SO-03 approves', async () => {
    const { person, id, identifier } = await pending();
    expect(await decide(id, true)).toBe(0);
    expect(output.lines).toEqual([`${id} is approved. The person is told by mail.`]);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    const detail = { outcome: 'VERIFIED' };
    expect(await entries(id)).toMatchObject([{ actor: 'olena', action: 'review.approve', reason: null, detail }]);
  });

  it('SO-03 rejects', async () => {
    const { person, id, identifier } = await pending();
    expect(await decide(id, false, true)).toBe(0);
    expect(JSON.parse(output.text())).toEqual({ id, outcome: 'NOT_VERIFIED' });
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
  });

  it('SO-05 says that an approval came too late for the name', async () => {
    const first = await pending();
    await api.deps.db.claim.deleteMany({ where: { accountId: first.person.accountId } });
    const second = await newcomer(api);
    await submission(api, second, first.tag.toUpperCase());
    expect(await decide(first.id, true)).toBe(0);
    const { id } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: second.accountId } });
    expect(await decide(id, true)).toBe(1);
    expect(output.problems[0]).toMatch(/another person has proven this name/);
  });

  it('exits with 2 and changes nothing where the ID is unknown, decided, or too old', async () => {
    const { id } = await pending();
    await decide(id, false);
    expect(await decide(id, true)).toBe(2);
    expect(await entries(id)).toMatchObject([{ action: 'review.reject' }]);
    expect(output.problems.at(-1)).toBe(`${id} was decided before. Nothing was changed.`);
    const unknown = randomUUID();
    expect(await decide(unknown, true)).toBe(2);
    expect(output.problems.at(-1)).toContain(`There is no submission ${unknown}.`);
    const late = await pending();
    api.clock.advance(24 * 60 * 60_000);
    expect(await decide(late.id, true)).toBe(2);
    expect(output.problems.at(-1)).toContain('is older than a day');
    expect(await api.deps.db.socialLink.count({ where: { accountId: late.person.accountId } })).toBe(0);
  });

  it.each(['', 'xyz', '1', `${randomUUID()}x`, "' OR 1=1 --"])('refuses %j as an ID', (text) => {
    expect(() => reviewId(text)).toThrow('is not an ID of a submission');
  });
});
