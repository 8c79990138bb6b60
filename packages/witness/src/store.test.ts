import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore, openStore, type State } from './store.ts';

const NOW = new Date('2026-11-24T12:00:00Z');
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurel-witness-'));
  file = join(folder, 'inner', 'state');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = (): string[] => readdirSync(join(folder, 'inner'));
const stateOf = async (): Promise<State> => {
  const found = await createStore(file).read();
  if (!found) throw new Error('no state');
  return found.state;
};
const withNote = (state: State, note: string): State => ({
  ...state,
  logs: [{ origin: 'log', note, cosignature: '', time: 1 }],
});

describe('the state of a witness', () => {
  it('is one file for its user alone', async () => {
    await openStore(file, 'partner.example/witness', NOW);
    expect(files()).toEqual(['state.1']);
    expect(statSync(join(folder, 'inner/state.1')).mode & 0o777).toBe(0o600);
    expect(await stateOf()).toMatchObject({ name: 'partner.example/witness', logs: [] });
  });

  it('keeps its key, and refuses another name', async () => {
    await openStore(file, 'partner.example/witness', NOW);
    const before = await stateOf();
    await openStore(file, undefined, NOW);
    await expect(openStore(file, 'other', NOW)).rejects.toThrow('A key keeps its name');
    expect(await stateOf()).toEqual(before);
  });

  it('is the same for processes that start at once', async () => {
    const stores = await Promise.all(Array.from({ length: 20 }, () => openStore(file, undefined, NOW)));
    const seeds = await Promise.all(stores.map(async (store) => (await store.read())?.state.seed));
    expect(new Set(seeds).size).toBe(1);
  });

  it('accepts one of several changes that start from the same state', async () => {
    await openStore(file, 'w', NOW);
    for (let round = 1; round <= 20; round += 1) {
      const state = await stateOf();
      const changes = Array.from({ length: 10 }, (_, at) =>
        createStore(file).replace(round, withNote(state, `${round} ${at}`)),
      );
      const done = await Promise.all(changes);
      expect([round, done.filter(Boolean).length]).toEqual([round, 1]);
      expect((await stateOf()).logs[0]?.note).toBe(`${round} ${done.indexOf(true)}`);
    }
    expect(files()).toEqual(['state.21']);
  });

  it('is not changed by a writer that read an older one', async () => {
    const store = await openStore(file, 'w', NOW);
    const state = await stateOf();
    for (let generation = 1; generation <= 5; generation += 1) await store.replace(generation, withNote(state, 'new'));
    for (const old of [0, 1, 2, 3, 4, 5]) {
      expect([old, await store.replace(old, withNote(state, 'old'))]).toEqual([old, false]);
    }
    expect(files()).toEqual(['state.6']);
    expect((await stateOf()).logs[0]?.note).toBe('new');
  });

  it('survives the files that killed processes leave', async () => {
    const store = await openStore(file, 'w', NOW);
    const state = await stateOf();
    await store.replace(1, withNote(state, 'new'));
    writeFileSync(`${file}.1`, JSON.stringify(withNote(state, 'older')));
    writeFileSync(`${file}.new-7-abc`, '{"form');
    writeFileSync(`${file}.new-8-abc`, '{"form');
    utimesSync(`${file}.new-7-abc`, NOW, new Date(NOW.getTime() - 3_600_000));
    utimesSync(`${file}.new-8-abc`, NOW, NOW);
    await openStore(file, undefined, NOW);
    expect((await stateOf()).logs[0]?.note).toBe('new');
    expect(files().toSorted()).toEqual(['state.1', 'state.2', 'state.new-8-abc']);
  });

  it.each([
    ['cut', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['without its checkpoints', (text: string) => text.replace('"logs"', '"other"')],
    ['with a short key', (text: string) => text.replace(/"seed": "[^"]*"/, '"seed": "AAAA"')],
  ])('is not replaced by a new one when it is %s', async (_what, change) => {
    await openStore(file, 'w', NOW);
    const content = readFileSync(`${file}.1`, 'utf8');
    writeFileSync(`${file}.1`, change(content));
    await expect(openStore(file, undefined, NOW)).rejects.toThrow('damaged');
    expect(files()).toEqual(['state.1']);
  });

  it('is refused if its folder can’t be used', async () => {
    writeFileSync(join(folder, 'inner'), 'a file');
    await expect(openStore(file, undefined, NOW)).rejects.toThrow("can't keep its state");
  });
});
