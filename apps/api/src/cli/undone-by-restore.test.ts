import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository, repositoryFile } from '@laurel/support/repository';
import { describe, expect, it } from 'vitest';
import { REPEAT_FIRST, REPEAT_LATER, undoneLines } from './undone-by-restore.ts';

/** Nothing is lost with these: they are reads, steps towards another entry, changes of files, or made again by themselves. */
const NOT_REPEATED = [
  'audit.bundle',
  'audit.export',
  'backup.drill',
  'cluster.look',
  'cluster.reveal',
  'edition.delete-draft',
  'edition.edit',
  'edition.name-draft',
  'edition.preview',
  'edition.propose',
  'edition.switch',
  'edition.upload',
  'exclusion.approve',
  'exclusion.export',
  'exclusion.propose',
  'exclusion.propose-undo',
  'exclusion.rehearse',
  'hook.off',
  'hook.send-again',
  'kit.open',
  'message.retry',
  'message.test',
  'phase.approve',
  'phase.propose',
  'phone.respell',
  'results.export',
  'secrets.announce',
  'secrets.forget',
  'secrets.rotate',
  'team.add-passkey',
  'team.invite',
  'team.passkey-copied',
  'team.sign-in',
  'user.read',
  'user.reveal',
  'user.send-again',
  'user.unlock',
  'votes.export',
];

const filesIn = (folder: string, end: RegExp): string[] =>
  readdirSync(inRepository(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => end.test(name) && !name.includes('node_modules'))
    .map((name) => readFileSync(join(inRepository(folder), name), 'utf8'));

/** The actions that functions of the database or the application write into the audit log. */
const knownActions = (): string[] => {
  const ofFunctions = filesIn('prisma/functions', /\.sql$/)
    .filter((text) => text.includes('audit_entries'))
    .flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z][a-z-]+)'/g)]);
  const ofCode = ['apps/api/src', 'packages/backup/src', 'packages/database/src']
    .flatMap((folder) => filesIn(folder, /(?<!\.test)\.ts$/))
    .flatMap((text) => [...text.matchAll(/\baction: '([a-z]+\.[a-z-]+)'/g)]);
  return [...new Set([...ofFunctions, ...ofCode].map(([, action = '']) => action))].sort();
};

const actionsIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z]+\.[a-z-]+)`/g)].map(([, action = '']) => action).filter((each) => known.includes(each));

const known = knownActions();
const guide = repositoryFile('docs/operations.md');
const restore = guide.slice(guide.indexOf('### Restore after losing'), guide.indexOf('**What can be lost.**'));
const step = (number: number): string =>
  restore.slice(restore.indexOf(`\n${number}. `)).split(new RegExp(`\n${number + 1}\\. |\n\nA cluster`))[0] ?? '';

describe('what a restore undoes', () => {
  it('names each action of the audit log, as one to be repeated or not', () => {
    expect(known.length).toBeGreaterThan(40);
    expect([...REPEAT_FIRST, ...REPEAT_LATER, ...NOT_REPEATED].sort()).toEqual(known);
  });

  it('is what the runbook says, in the same order: before visitors are let in, and after', () => {
    expect([...new Set(actionsIn(step(7)))].sort()).toEqual([...REPEAT_FIRST].sort());
    expect(step(5)).toContain('docker compose up -d --wait app backup');
    expect(step(8)).toMatch(/`docker compose up -d`.*visitors/s);
    expect([...new Set(actionsIn(step(8)))].sort()).toEqual([...REPEAT_LATER].sort());
  });

  it('is printed with the time after which everything is undone', () => {
    const text = undoneLines('2026-12-01T20:15:00.000Z').join('\n');
    for (const action of [...REPEAT_FIRST, ...REPEAT_LATER]) expect(text).toContain(action);
    expect(text).toContain('after 2026-12-01T20:15:00.000Z');
  });

  it('is linked from the other pages', () => {
    const cluster = repositoryFile('deploy/cluster/README.md').split('\n## ');
    const others = [repositoryFile('docs/privacy.md'), cluster.find((part) => part.startsWith('Restoring a cluster'))];
    for (const page of others) {
      expect(page).toMatch(/operations\.md#restore-after-losing-the-machine/);
      expect(page).toMatch(/ended\s+sessions/);
    }
  });
});
