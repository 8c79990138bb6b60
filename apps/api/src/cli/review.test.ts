import { randomUUID } from 'node:crypto';
import { readEntries } from '@laurel/database/audit';
import { laurelOver, listen } from '@laurel/support/cli';
import { useTestApi } from '@laurel/support/hooks';
import { isVerified, logOf, newcomer, submission, submitTag } from '@laurel/support/social';
import { beforeEach, describe, expect, it } from 'vitest';
import { after } from '../clock.ts';
import { CLAIM_HOLD_MS } from '../limits.ts';
import type { Voter } from '../rehearsal/voters.ts';
import { decideReviews, listReviews, reviewId, undoReviews } from './review.ts';

let output: ReturnType<typeof listen>;
const api = useTestApi();
beforeEach(() => {
  output = listen();
});

const pending = async () => {
  const person = await newcomer(api);
  const submitted = await submission(api, person);
  const { id, tag } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: person.accountId } });
  return { person, ...submitted, id, tag: tag ?? '' };
};
const OLENA = { actor: 'olena', reason: null };
const decide = (id: string, approved: boolean, json = false) =>
  decideReviews(api.deps, output, { which: [id], approved, json, dryRun: false, organiser: OLENA });
const entries = async (id: string) =>
  (await readEntries(api.deps.db, { since: null, limit: 1_000 })).filter(
    ({ subject }) => subject === `submission ${id}`,
  );

describe('laurel review list', () => {
  it('reports an empty queue', async () => {
    expect(await listReviews(api.deps, output, { json: false })).toBe(0);
    expect(output.lines).toEqual(['No submission is waiting for review.']);
    const inJson = listen();
    expect(await listReviews(api.deps, inJson, { json: true })).toBe(0);
    expect(JSON.parse(inJson.text())).toEqual([]);
  });

  it('SO-01 shows ID, name, time, masked address and code of pending submissions', async () => {
    const { id, tag, proofCode } = await pending();
    const waitsUntil = after(api.clock.now(), CLAIM_HOLD_MS).toISOString();
    expect(await listReviews(api.deps, output, { json: false })).toBe(0);
    const [heading, row, ...more] = output.lines;
    expect(heading?.split(/ {2,}/)).toEqual(['ID', 'INSTAGRAM', 'SUBMITTED', 'WAITS UNTIL', 'ACCOUNT', 'CODE']);
    expect(row?.split(/ {2,}/)).toEqual([
      id,
      `@${tag}`,
      api.clock.now().toISOString(),
      waitsUntil,
      expect.stringMatching(/^v\*\*\*.@example\.org$/),
      proofCode,
    ]);
    expect(more).toEqual([]);
    const inJson = listen();
    await listReviews(api.deps, inJson, { json: true });
    expect(JSON.parse(inJson.text())).toEqual([
      {
        id,
        tag,
        submittedAt: api.clock.now().toISOString(),
        expiresAt: waitsUntil,
        maskedEmail: expect.any(String),
        proofCode,
      },
    ]);
  });
});

describe('laurel review approve and reject', () => {
  it('SO-03 approves', async () => {
    const { person, id, identifier } = await pending();
    expect(await decide(id, true)).toBe(0);
    expect(output.lines).toEqual([
      expect.stringContaining(`${id} is approved. An email informs the person in a minute`),
    ]);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', 'VERIFIED']);
    const detail = { outcome: 'VERIFIED' };
    expect(await entries(id)).toMatchObject([{ actor: 'olena', action: 'review.approve', reason: null, detail }]);
  });

  it('SO-03 rejects', async () => {
    const { person, id, identifier } = await pending();
    expect(await decide(id, false, true)).toBe(0);
    expect(JSON.parse(output.text())).toEqual([{ id, outcome: 'NOT_VERIFIED' }]);
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', 'NOT_VERIFIED']);
  });

  it('SO-05 reports that the name was taken before the approval', async () => {
    const first = await pending();
    await api.deps.db.claim.deleteMany({ where: { accountId: first.person.accountId } });
    const second = await newcomer(api);
    await submission(api, second, first.tag.toUpperCase());
    expect(await decide(first.id, true)).toBe(0);
    const { id } = await api.deps.db.socialRequest.findFirstOrThrow({ where: { accountId: second.accountId } });
    expect(await decide(id, true)).toBe(1);
    expect(output.problems[0]).toMatch(/another person has proven this name/);
  });

  it('exits with 2 and changes nothing if the ID is unknown, decided or too old', async () => {
    const { id } = await pending();
    await decide(id, false);
    expect(await decide(id, true)).toBe(2);
    expect(await entries(id)).toMatchObject([{ action: 'review.reject' }]);
    expect(output.problems.at(-1)).toContain(`${id} was decided before. Nothing was changed.`);
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

describe('laurel review, for several at once', () => {
  const all = (which: string[], approved: boolean, dryRun = false) =>
    decideReviews(api.deps, output, { which, approved, json: false, dryRun, organiser: OLENA });

  it('SO-03 decides several, by ID and by name in any case', async () => {
    const [one, two, three] = [await pending(), await pending(), await pending()];
    expect(await all([one.id, `@${two.tag.toUpperCase()}`, one.id], true)).toBe(0);
    expect(output.lines).toHaveLength(2);
    for (const { person } of [one, two]) expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    expect(await isVerified(api, three.person, 'INSTAGRAM_SUBSCRIPTION')).toBe(false);
  });

  it('decides none if one is unknown or ambiguous', async () => {
    const { id, tag, person } = await pending();
    await expect(all([id, '@nobody.here'], true)).rejects.toThrow('There is no submission of @nobody.here.');
    await api.deps.db.claim.deleteMany({ where: { accountId: person.accountId } });
    await submission(api, await newcomer(api), tag);
    await expect(all([`@${tag}`], true)).rejects.toThrow('was submitted by 2 people. Say which by ID');
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(false);
    expect(await entries(id)).toEqual([]);
  });

  it('lists the submissions with --dry-run, and decides none', async () => {
    const { id, tag } = await pending();
    expect(await all([`@${tag}`], true, true)).toBe(0);
    expect(output.lines).toEqual([`Would approve ${id}. Nothing was changed (--dry-run).`]);
    expect(await entries(id)).toEqual([]);
  });

  it('exits with the code of the worst outcome', async () => {
    const [one, two] = [await pending(), await pending()];
    await all([one.id], false);
    expect(await all([one.id, two.id], false)).toBe(2);
    expect(await entries(two.id)).toMatchObject([{ action: 'review.reject' }]);
  });
});

describe('laurel review undo', () => {
  const undo = (which: string[]) =>
    undoReviews(api.deps, output, { which, json: false, dryRun: false, organiser: OLENA });
  const vote = async ({ token }: Voter): Promise<number> => {
    const [nomination] = api.deps.edition.nominations;
    const [category] = nomination?.categories ?? [];
    const body = { nomination: nomination?.tag, niche: category?.tag, vote: category?.companies[0]?.tag };
    return (await api.post('/vote', body, { token })).statusCode;
  };
  const mailsWaiting = (id: string) =>
    api.deps.db.$queryRaw<unknown[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${id} AND run_at > now()`;

  it.each([true, false])('reverts a decision before its mail is sent (approved: %s)', async (approved) => {
    const { person, id, tag, identifier } = await pending();
    await decide(id, approved);
    expect(await mailsWaiting(id)).toHaveLength(1);
    expect(await undo([`@${tag}`])).toBe(0);
    expect(output.lines.at(-1)).toContain(`${id} waits for a decision again`);
    expect(await mailsWaiting(id)).toEqual([]);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(false);
    const first = approved ? 'VERIFIED' : 'NOT_VERIFIED';
    expect(await logOf(api, person, identifier)).toEqual(['IN_PROGRESS', first, 'IN_PROGRESS']);
    expect(await decide(id, true)).toBe(0);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    const did = (await entries(id)).map(({ action }) => action);
    expect(did).toEqual(['review.approve', 'review.undo', approved ? 'review.approve' : 'review.reject']);
  });

  it('frees the approved name, unless the user has voted', async () => {
    const [wrong, voted] = [await pending(), await pending()];
    await decide(wrong.id, true);
    await undo([wrong.id]);
    expect(await api.deps.db.socialLink.count({ where: { accountId: wrong.person.accountId } })).toBe(0);
    await decide(voted.id, true);
    expect(await vote(voted.person)).toBe(201);
    await undo([voted.id]);
    const links = await api.deps.db.socialLink.findMany({ where: { accountId: voted.person.accountId } });
    expect(links).toMatchObject([{ revokedAt: api.clock.now() }]);
  });

  it.each([false, true])('restores the name that the approved one replaced (voted: %s)', async (hasVoted) => {
    const { person, id, tag } = await pending();
    await decide(id, true);
    const verifiedAt = api.clock.now();
    api.clock.advance(1_000);
    if (hasVoted) expect(await vote(person)).toBe(201);
    await submission(api, person);
    const { id: second } = await api.deps.db.socialRequest.findFirstOrThrow({
      where: { accountId: person.accountId, id: { not: id } },
    });
    await decide(second, true);
    await undo([second]);
    expect(await isVerified(api, person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
    const links = await api.deps.db.socialLink.findMany({ where: { accountId: person.accountId, revokedAt: null } });
    expect(links).toMatchObject([{ verifiedAt }]);
    expect((await submitTag(api, await newcomer(api), tag)).statusCode).toBe(409);
    await decide(second, true);
    const stored = await api.deps.db.socialLink.findMany({ where: { accountId: person.accountId, revokedAt: null } });
    expect(stored).toMatchObject([{ verifiedAt: api.clock.now() }]);
  });

  it('is rejected after a minute, and when repeated', async () => {
    const [late, twice, never] = [await pending(), await pending(), await pending()];
    await decide(twice.id, true);
    await undo([twice.id]);
    expect(await undo([twice.id])).toBe(2);
    expect(output.problems.at(-1)).toBe(`${twice.id} has no decision to undo.`);
    expect(await undo([never.id])).toBe(2);
    await decide(late.id, true);
    api.clock.advance(60_000);
    expect(await undo([late.id])).toBe(2);
    expect(output.problems.at(-1)).toContain('more than a minute ago');
    expect(await isVerified(api, late.person, 'INSTAGRAM_SUBSCRIPTION')).toBe(true);
  });

  it('is rejected if another user has submitted the name since', async () => {
    const { id, tag } = await pending();
    await decide(id, false);
    await submission(api, await newcomer(api), tag);
    expect(await undo([id])).toBe(1);
    expect(output.problems.at(-1)).toContain('another person has submitted this name since');
  });

  it('is done once by concurrent commands', async () => {
    const { id } = await pending();
    await decide(id, true);
    const exits = await Promise.all([undo([id]), undo([id]), undo([id]), undo([id])]);
    expect(exits.toSorted()).toEqual([0, 2, 2, 2]);
    expect((await entries(id)).filter(({ action }) => action === 'review.undo')).toHaveLength(1);
  });
});

describe('laurel review list --decided', () => {
  it('lists decisions with operator and reason, newest first', async () => {
    const { id, tag } = await pending();
    const laurel = (...argv: string[]) => laurelOver(api)(['review', ...argv]);
    await laurel('reject', `@${tag}`, '--reason', 'no follower, ticket 12', '--as', 'petro');
    const { lines } = await laurel('list', '--decided', '--since', '1h');
    expect(lines[0]?.split(/ {2,}/)).toEqual(['ID', 'INSTAGRAM', 'WHAT', 'WHEN', 'WHO', 'WHY']);
    const row = lines.find((line) => line.startsWith(id))?.split(/ {2,}/);
    expect(row).toEqual([id, `@${tag}`, 'rejected', expect.any(String), 'petro', 'no follower, ticket 12']);
    const at = (await entries(id))[0]?.at ?? new Date(0);
    const ids = async (since: Date) => (await api.deps.reviews.past({ since, limit: 100 })).map((each) => each.id);
    expect(await ids(at)).toContain(id);
    expect(await ids(after(at, 1))).not.toContain(id);
    const again = await laurel('approve', id);
    expect(again.problems.join()).toContain('"laurel review list --decided" says how');
  });
});
