// @vitest-environment happy-dom
import type { DraftFields, EditionEdit, FieldValue } from '@laurel/contracts/console/calls/editor';
import { afterEach, expect, it, vi } from 'vitest';
import { OLENA } from '../../testing/data.ts';
import { type FakeAnswer, refusal, stubApi } from '../../testing/fake-api.ts';
import { valueAt } from './apply-edits.ts';
import { createDraftStore } from './draft-store.ts';

const TITLE = 'texts.title.en';
const TARAS = { name: 'Taras', field: TITLE, own: false };
const EDIT = 'POST /edition/drafts/7/edit';

const fieldsOf = (revision: number, title: FieldValue): DraftFields => ({
  ...{
    id: 7,
    name: null,
    publishedAs: null,
    nominations: [],
    problems: [],
    problemsTotal: 0,
    warnings: [],
    published: [],
  },
  ...{ revision, editors: [], edition: { year: 2026, texts: { title: { en: title } } } },
});
const answer = (revision: number, more: object = {}): FakeAnswer => ({
  body: { success: true, data: { revision, editors: [], conflicts: [], ...more } },
});
const set = (after: string, before = 'One'): EditionEdit => ({ kind: 'set', field: TITLE, before, after });

/** The server's draft, which somebody else may change. */
let server: { revision: number; title: FieldValue };
let api: ReturnType<typeof stubApi>;
let store: ReturnType<typeof createDraftStore>;
let stop = (): void => undefined;

const open = async (readOnly = false) => {
  store = createDraftStore({ id: 7, personId: OLENA, readOnly });
  const end = store.start();
  stop = () => void end();
  await vi.advanceTimersByTimeAsync(1);
};
const begin = async () => {
  vi.useFakeTimers();
  server = { revision: 1, title: 'One' };
  api = stubApi({
    'GET /edition/drafts/7/fields': () => ({ body: fieldsOf(server.revision, server.title) }),
    [EDIT]: (body) => {
      const [edit] = (body as { edits: EditionEdit[] }).edits;
      if (edit?.kind !== 'set') return answer(server.revision);
      if (server.title !== edit.before) {
        return answer(server.revision, { editors: [TARAS], conflicts: [{ edit: 0, current: server.title }] });
      }
      server = { revision: server.revision + 1, title: edit.after };
      return answer(server.revision);
    },
  });
  await open();
};
const shown = () => {
  const { fields, saving, conflicts } = store.state();
  return { title: fields && valueAt(fields, TITLE), saving, conflicts: conflicts.length };
};
const sent = () => api.sentTo(EDIT).flatMap((body) => (body as { edits: EditionEdit[] }).edits);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

afterEach(() => {
  stop();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('shows an edit at once, and sends the last of what is typed', async () => {
  await begin();
  store.set(TITLE, 'Tw');
  await pass(300);
  store.set(TITLE, 'Two');
  expect(shown()).toEqual({ title: 'Two', saving: 'saving', conflicts: 0 });
  expect(sent()).toEqual([]);
  await pass(701);
  expect(sent()).toEqual([set('Two')]);
  expect(shown()).toEqual({ title: 'Two', saving: 'saved', conflicts: 0 });
  expect(sessionStorage.length).toBe(0);
});

it('sends one call at a time, and what was typed meanwhile with the next', async () => {
  await begin();
  let finish = (_: FakeAnswer) => {};
  const real = api.answers[EDIT];
  api.answers[EDIT] = () =>
    new Promise((resolve) => {
      finish = resolve;
    });
  store.set(TITLE, 'Two');
  await pass(701);
  store.set(TITLE, 'Three');
  await pass(5_000);
  expect(sent()).toHaveLength(1);
  server = { revision: 2, title: 'Two' };
  if (real) api.answers[EDIT] = real;
  finish(answer(2));
  await pass(701);
  expect(sent()).toEqual([set('Two'), set('Three', 'Two')]);
  expect(shown()).toMatchObject({ title: 'Three', saving: 'saved' });
});

it('lets an upload wait until the server has the edits before it', async () => {
  await begin();
  store.set(TITLE, 'Two');
  const seen: unknown[] = [];
  void store.settled().then(() => seen.push(sent()));
  expect(seen).toEqual([]);
  await pass(1);
  expect(seen).toEqual([[set('Two')]]);
});

it('keeps what is not sent through an outage and a reload', async () => {
  await begin();
  api.answers[EDIT] = 'no answer';
  store.set(TITLE, 'Two');
  await pass(701);
  expect(shown()).toMatchObject({ title: 'Two', saving: 'offline' });
  stop();
  api.answers[EDIT] = answer(2);
  await open();
  expect(sent().at(-1)).toEqual(set('Two'));
  expect(shown()).toMatchObject({ saving: 'saved' });
});

it('loads a newer revision and puts unsent edits of other fields onto it', async () => {
  await begin();
  server = { revision: 5, title: 'Theirs' };
  await pass(5_001);
  expect(shown().title).toBe('Theirs');
  store.set('year', 2027);
  server = { revision: 6, title: 'Theirs again' };
  store.refresh();
  await pass(1);
  const { fields } = store.state();
  expect(fields && [valueAt(fields, 'year'), valueAt(fields, TITLE)]).toEqual([2027, 'Theirs again']);
});

it('shows both values of a conflict, keeps what is typed further, and sends it if it is chosen', async () => {
  await begin();
  store.set(TITLE, 'Mine');
  server = { revision: 2, title: 'Theirs' };
  await pass(701);
  store.set(TITLE, 'Mine too');
  await pass(701);
  const [conflict] = store.state().conflicts;
  expect(conflict).toMatchObject({ current: 'Theirs', by: 'Taras', edit: { after: 'Mine too' } });
  expect(shown()).toMatchObject({ title: 'Mine too', saving: 'saved', conflicts: 1 });
  stop();
  await open();
  expect(shown()).toMatchObject({ title: 'Mine too', conflicts: 1 });
  const [kept] = store.state().conflicts;
  if (kept) store.resolve(kept, 'mine');
  await pass(701);
  expect(sent().at(-1)).toEqual(set('Mine too', 'Theirs'));
  expect(server.title).toBe('Mine too');
  expect(shown()).toEqual({ title: 'Mine too', saving: 'saved', conflicts: 0 });
});

it('forgets this person’s value if they keep the other one', async () => {
  await begin();
  store.set(TITLE, 'Mine');
  server = { revision: 2, title: 'Theirs' };
  await pass(701);
  const [conflict] = store.state().conflicts;
  if (conflict) store.resolve(conflict, 'theirs');
  expect(shown()).toEqual({ title: 'Theirs', saving: 'saved', conflicts: 0 });
  expect(sessionStorage.length).toBe(0);
});

it('stops sending what the server refuses, until it is dropped', async () => {
  await begin();
  api.answers[EDIT] = refusal(422, 'console.changed');
  store.set(TITLE, 'Two');
  await pass(701);
  expect(shown()).toMatchObject({ title: 'Two', saving: 'refused' });
  await pass(10_000);
  expect(sent()).toHaveLength(1);
  api.answers[EDIT] = answer(1);
  store.drop();
  await pass(1);
  expect(shown()).toEqual({ title: 'One', saving: 'saved', conflicts: 0 });
});

it('says every five seconds where the person is, and at once when they go elsewhere', async () => {
  await begin();
  store.enter('texts.lead.en');
  await pass(251);
  await pass(5_001);
  const places = api.sentTo(EDIT).map((body) => (body as { at: string | null }).at);
  expect(places).toEqual([null, 'texts.lead.en', 'texts.lead.en']);
});

it('sends nothing for somebody who may only look', async () => {
  await begin();
  stop();
  api.requests.length = 0;
  await open(true);
  await pass(31_000);
  expect(api.requests.map(({ call }) => call)).toEqual(Array.from({ length: 2 }, () => 'GET /edition/drafts/7/fields'));
});
