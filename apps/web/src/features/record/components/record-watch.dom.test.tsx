// @vitest-environment happy-dom

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../../../i18n/i18n.ts';
import { cleanUp } from '../../../testing/clean-up.ts';
import { type FakeLog, fakeLog, logAnswer, otherLeaf } from '../../../testing/fake-log.ts';
import { page, person } from '../../../testing/person.tsx';
import { act, becomes, render } from '../../../testing/render.tsx';
import { JITTER_MS, PAUSE_MS } from '../gossip.ts';
import { readKept } from '../kept.ts';
import { FaultBanner } from './fault-banner.tsx';
import RecordWatch from './record-watch.tsx';

const leaves = (count: number) => Array.from({ length: count }, (_, at) => otherLeaf(at));

let log: FakeLog;
let asked: number;
let shown: Awaited<ReturnType<typeof render>>;
let visible: boolean;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** The timer of the next comparison starts after a comparison: while there is one, none runs. */
const settle = () => becomes(() => vi.getTimerCount(), 1);
const comparisons = () => readKept()?.comparedAt;
const alarm = () => page.news('alert').join('');
const watch = async () => {
  shown = await render(<RecordWatch log={log.public} />);
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  await startI18n('en');
  log = await fakeLog();
  asked = 0;
  visible = true;
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (visible ? 'visible' : 'hidden'));
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/checkpoint')) asked += 1;
    return logAnswer(log, url);
  });
  await log.append(...leaves(3));
});
afterEach(cleanUp);

describe('an open page', () => {
  it('compares at most every ten minutes, and only while it is visible', async () => {
    await watch();
    await settle();
    expect([asked, comparisons()]).toEqual([1, Date.now()]);
    await pass(PAUSE_MS - 1);
    await settle();
    expect(asked).toBe(1);
    await pass(JITTER_MS + 1);
    await settle();
    expect(asked).toBe(2);
    visible = false;
    await pass(2 * (PAUSE_MS + JITTER_MS));
    await settle();
    expect(asked).toBe(2);
    expect(page.news('alert')).toEqual([]);
  });

  it('shows a record that was rewritten, with both states to save, until the user hides it', async () => {
    await watch();
    await settle();
    expect(comparisons()).toBe(Date.now());
    await log.rewrite(...leaves(5));
    await pass(PAUSE_MS + JITTER_MS);
    await becomes(() => alarm() !== '', true);
    expect(alarm()).toContain('The record was rewritten');
    expect(page.buttons()).toEqual(['Save what this browser saw', 'Save what the site showed', 'Hide for now']);
    await person.press('Hide for now');
    expect(page.news('alert')).toEqual([]);
    await shown.close();
    // The evidence stays.
    await watch();
    await becomes(() => alarm() !== '', true);
    expect(alarm()).toContain('The record was rewritten');
  });
});

it.each([
  ['en', 'Found on November 20 at 21:00, Kyiv time. Save both states'],
  ['uk', 'Виявлено 20 листопада о 21:00 за Києвом. Збережіть обидва стани'],
] as const)(
  'a record that was rewritten is shown with the Kyiv time at which it was found, %s',
  async (language, text) => {
    await startI18n(language);
    const at = Date.parse('2025-11-20T19:00:00.000Z');
    shown = await render(<FaultBanner evidence={{ fault: 'fork', at, kept: '', shown: 'note' }} onHide={vi.fn()} />);
    expect(alarm().replace(/\s/g, ' ')).toContain(text);
  },
);
