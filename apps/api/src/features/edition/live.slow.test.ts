import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicEditionSchema } from '@laurel/contracts/public-edition';
import { statisticsItemSchema } from '@laurel/contracts/records';
import { importEdition } from '@laurel/database/editions';
import { runLaurel } from '@laurel/support/cli';
import { useCluster, useEditionFolder } from '@laurel/support/hooks';
import { type Answer, fire, type Shot, summary } from '@laurel/support/load';
import { startServerProcess } from '@laurel/support/process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { after } from '../../clock.ts';
import { readForImport } from '../../wiring/database.ts';

const edition = useEditionFolder();
const cluster = useCluster(2, undefined, { EDITION_DIR: edition.path });

const onEveryServer = <T>(read: (origin: string) => Promise<T>): Promise<T[]> =>
  Promise.all(cluster.servers.map((server) => read(server.origin)));
const answer = z.object({ data: publicEditionSchema });
const editionAt = async (at: string) => answer.parse(await (await fetch(`${at}/api/edition`)).json()).data;
const statisticsAt = async (at: string) =>
  z.array(statisticsItemSchema).parse(await (await fetch(`${at}/api/vote/statistics`)).json());
const metricAt = async (at: string, line: string) => (await (await fetch(`${at}/metrics`)).text()).includes(line);

const EDITION = 'edition.yaml';
const DONAT = 'nominations/donat.yaml';
const importIt = (...argv: string[]) =>
  runLaurel(['edition', 'import', edition.path, ...argv, '--yes'], {
    NODE_ENV: 'test',
    ...cluster.env,
    DATABASE_MIGRATE_URL: cluster.migrateUrl,
  });
const donat = (vote: string) => ({ nomination: 'donat', niche: 'no-category', vote });
const sharesOf = async (at: string) =>
  (await statisticsAt(at)).find(({ nomination }) => nomination === 'donat')?.results ?? [];

describe('an edition that is imported during voting', () => {
  it('is served by every process without a restart: texts, logos, nominees, statistics', async () => {
    const tags = [...readFileSync(join(edition.path, DONAT), 'utf8').matchAll(/^ {6}- tag: ([\w-]+)$/gm)].map(
      ([, tag = '']) => tag,
    );
    const [leaving = '', staying = ''] = tags;
    const voters = await cluster.voters(4);
    const cast = (index: number, vote: string) =>
      fire([{ origin: cluster.origin(index), token: voters[index]?.token ?? '', vote: donat(vote) }], 1);
    expect(summary(await cast(0, leaving))).toEqual({ '201': 1 });
    const shareOf = (tag: string) => () =>
      onEveryServer(async (at) => (await sharesOf(at)).find(({ company }) => company === tag)?.percentage);
    await expect.poll(shareOf(leaving)).toEqual([100, 100]);

    // A nominee with votes is removed, another is added with a new logo, and a text changes.
    edition.edit(DONAT, new RegExp(`tag: ${leaving}\\n`), 'tag: new-here\n');
    edition.edit(DONAT, /logo: [\w-]+\.svg/, 'logo: new-here.svg');
    writeFileSync(
      join(edition.path, 'logos', 'new-here.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>',
    );
    edition.edit(EDITION, /Meridian Awards, a demo edition[^"]*/, 'Another footer.');
    const refused = await importIt();
    expect(refused.code).toBe(2);
    expect(refused.problems.join()).toContain(`donat/no-category/${leaving}`);
    const done = await importIt('--allow-withdraw', '--reason', 'they withdrew themselves');
    expect(done.code, done.text()).toBe(0);

    await expect
      .poll(() => onEveryServer(async (at) => (await editionAt(at)).texts.footer.en))
      .toEqual(['Another footer.', 'Another footer.']);
    const [seen] = await onEveryServer(editionAt);
    const companies = seen?.nominations.find(({ tag }) => tag === 'donat')?.categories[0]?.companies ?? [];
    const newcomer = companies.find(({ tag }) => tag === 'new-here');
    expect(newcomer?.logo).toMatch(/new-here\.[0-9a-f]{16}\.svg$/);
    expect(await onEveryServer(async (at) => (await fetch(at + newcomer?.logo)).status)).toEqual([200, 200]);

    // The removed nominee has no share and receives no votes.
    const empty = companies.map(({ tag }) => ({ company: tag, percentage: 0 }));
    await expect.poll(() => onEveryServer(sharesOf)).toEqual([empty, empty]);
    expect(summary([...(await cast(1, leaving)), ...(await cast(2, leaving))])).toEqual({
      '400 vote.unknown_nominee': 2,
    });
    expect(summary([...(await cast(1, 'new-here')), ...(await cast(2, staying))])).toEqual({ '201': 2 });
    await expect.poll(shareOf(staying)).toEqual([50, 50]);
  });

  it('is served after a restart while the files on disk are invalid, which the metrics report', async () => {
    const { year } = await editionAt(cluster.origin(0));
    const good = readFileSync(join(edition.path, EDITION), 'utf8');
    writeFileSync(join(edition.path, EDITION), 'year: soon\n');
    const restarted = await startServerProcess({ ...cluster.env, EDITION_DIR: edition.path });
    try {
      expect((await editionAt(restarted.origin)).year).toBe(year);
      await expect.poll(() => metricAt(restarted.origin, 'laurel_edition_files{state="bad"} 1')).toBe(true);
    } finally {
      await restarted.stop('SIGTERM');
      writeFileSync(join(edition.path, EDITION), good);
    }
  });

  it('ends voting after every vote that was stored', async () => {
    const imported = await readForImport(edition.path);
    const by = { actor: 'test', reason: 'a race' };
    const reopen = (round: number) =>
      importEdition(cluster.owner, { ...imported, digest: `open ${round}` }, { by, now: () => new Date() });
    /** Ends voting a few milliseconds after the import read its clock, and before it commits. */
    const end = (round: number) => {
      let closesAt: Date | null = null;
      const closing = {
        ...imported,
        digest: `closed ${round}`,
        get closesAt() {
          return closesAt;
        },
      };
      const now = () => {
        const read = new Date();
        closesAt = after(read, 3);
        return read;
      };
      return importEdition(cluster.owner, closing, { by, now });
    };
    for (let round = 1; round <= 3; round += 1) {
      const voters = await cluster.voters(300);
      const before = await cluster.audit();
      const shots = voters.flatMap((voter, index) =>
        cluster.ballot
          .filter(({ nomination }) => nomination !== 'donat')
          .slice(0, 20)
          .map((vote, place): Shot => ({ origin: cluster.origin(index + place), token: voter.token, vote })),
      );
      let ending: Promise<unknown> | undefined;
      const answers: Answer[] = await fire(shots, 96, (_answer, index) => {
        if (index >= 1_000) ending ??= end(round);
      });
      await ending;
      const counts = summary(answers);
      expect(counts['201']).toBeGreaterThan(0);
      expect(counts['403 vote.not_open']).toBeGreaterThan(0);
      const { rows } = await cluster.owner.query<{ late: number }>(
        'SELECT count(*)::int AS late FROM votes v JOIN categories c ON c.id = v.category_id WHERE v.cast_at >= c.closes_at',
      );
      expect(rows).toEqual([{ late: 0 }]);
      expect(await cluster.audit()).toEqual({ votes: before.votes + (counts['201'] ?? 0), wrongTallies: 0 });
      await reopen(round);
    }
  });
});
