// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '../i18n/i18n.ts';
import { useNumbers } from '../i18n/numbers.ts';
import { Bar } from './bar.tsx';
import { Chart } from './chart.tsx';
import { CopyButton } from './copy-button.tsx';
import { DataTable } from './data-table.tsx';
import { Dialog } from './dialog.tsx';
import { Masked } from './masked.tsx';
import { StatNumber, Sums } from './stat-number.tsx';
import { Empty } from './states.tsx';
import type { Column } from './table-props.ts';
import { Tabs } from './tabs.tsx';
import { formatTime } from './time.tsx';
import { showToast, Toasts } from './toast.tsx';

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true);
const shown = () => within(document.body);

beforeEach(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Nominee = { id: string; name: string; votes: number };
const NOMINEES: readonly Nominee[] = [
  { id: 'a', name: 'Night Radio', votes: 120 },
  { id: 'b', name: 'Copperfinch', votes: 1_300 },
  { id: 'c', name: 'Quiet Harbor', votes: 90 },
];
const COLUMNS: readonly Column<Nominee>[] = [
  { id: 'name', title: 'Nominee', cell: ({ name }) => name, sortBy: ({ name }) => name, lead: true },
  { id: 'votes', title: 'Votes', cell: ({ votes }) => votes, sortBy: ({ votes }) => votes, align: 'end' },
  { id: 'note', title: 'Note', cell: () => '–' },
];
const table = (items: readonly Nominee[], onEnd?: () => void) => (
  <DataTable label="Nominees" items={items} columns={COLUMNS} idOf={({ id }) => id} onEnd={onEnd} />
);
/** Renders a table, and waits for its code, which loads with the first one. */
const renderTable = (items: readonly Nominee[], onEnd?: () => void) => act(async () => render(table(items, onEnd)));
const names = () =>
  shown()
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.firstElementChild?.textContent)
    .filter((text) => text !== '');

describe('a table', () => {
  it('is sorted by a press on the head of a column, and says in which order', async () => {
    await renderTable(NOMINEES);
    const user = userEvent.setup({ document });
    await user.click(await shown().findByRole('button', { name: /^Votes/ }));
    expect(names()).toEqual(['Copperfinch', 'Night Radio', 'Quiet Harbor']);
    expect(
      shown()
        .getByRole('columnheader', { name: /^Votes/ })
        .getAttribute('aria-sort'),
    ).toBe('descending');
    await user.click(shown().getByRole('button', { name: /^Votes/ }));
    expect(names()).toEqual(['Quiet Harbor', 'Night Radio', 'Copperfinch']);
    expect(shown().queryByRole('button', { name: /^Note/ })).toBeNull();
  });

  it('draws only the rows in sight of a long list, tells the number of all, and loads more at its end', async () => {
    // Stands in for the layout, which happy-dom does not have: ten rows are in sight.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(460);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46);
    const many = Array.from({ length: 100_000 }, (_, place) => ({
      id: String(place),
      name: `N${place}`,
      votes: place,
    }));
    const onEnd = vi.fn();
    const { rerender } = await renderTable(many, onEnd);
    expect((await shown().findByRole('table')).getAttribute('aria-rowcount')).toBe('100001');
    expect(names().length).toBeLessThan(60);
    expect(names()[0]).toBe('N0');
    expect(onEnd).not.toHaveBeenCalled();
    rerender(table(many.slice(0, 8), onEnd));
    expect(onEnd).toHaveBeenCalled();
    vi.restoreAllMocks();
  });
});

it('tabs show one part, which the arrow keys change', async () => {
  const Parts = () => {
    const [value, setValue] = useState<'now' | 'day'>('now');
    const tabs = [
      { value: 'now', label: '15 minutes', content: 'Part one' },
      { value: 'day', label: 'A day', content: 'Part two' },
    ] as const;
    return <Tabs label="Time" tabs={tabs} value={value} onChange={setValue} />;
  };
  render(<Parts />);
  const user = userEvent.setup({ document });
  await user.click(shown().getByRole('tab', { name: '15 minutes' }));
  await user.keyboard('{ArrowRight}');
  expect(shown().getByRole('tabpanel').textContent).toBe('Part two');
});

it('a toast is announced politely, and disappears after six seconds', async () => {
  vi.useFakeTimers();
  render(<Toasts />);
  act(() => showToast('Approved'));
  expect(shown().getByText('Approved').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  act(() => vi.advanceTimersByTime(5_000));
  expect(shown().queryByText('Approved')).not.toBeNull();
  act(() => vi.advanceTimersByTime(1_000));
  expect(shown().queryByText('Approved')).toBeNull();
});

it('a toast during a dialog is shown once no dialog is open, because screen readers ignore the page behind one', async () => {
  vi.useFakeTimers();
  const dialog = (title: string) => (
    <Dialog key={title} title={title} onClose={() => undefined}>
      Text
    </Dialog>
  );
  const page = (dialogs: ReactNode) => (
    <>
      <Toasts />
      {dialogs}
    </>
  );
  const { rerender } = render(page(dialog('Invite')));
  act(() => showToast('Iryna is invited'));
  rerender(page(dialog('The link')));
  act(() => vi.advanceTimersByTime(10_000));
  expect(shown().queryByText('Iryna is invited')).toBeNull();
  rerender(page(null));
  act(() => vi.advanceTimersByTime(1_000));
  expect(shown().getByText('Iryna is invited').closest('[aria-live]')).not.toBeNull();
  act(() => vi.advanceTimersByTime(6_000));
  expect(shown().queryByText('Iryna is invited')).toBeNull();
});

/** The context of a canvas, which happy-dom does not have. It draws nothing. */
const nothing: object = new Proxy(() => nothing, { get: () => nothing, apply: () => ({ width: 10 }), set: () => true });

it('a chart has a summary and a table of its values, and draws them once its code is loaded', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => Object.create(nothing));
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
    },
  );
  const times = Array.from({ length: 30 }, (_, minute) => 1_795_000_000 + minute * 60);
  const values = times.map((_, minute) => (minute === 0 ? null : minute));
  render(<Chart summary="Votes a minute: 29 now" times={times} series={[{ label: 'Votes', values }]} />);
  const figure = shown().getByRole('figure', { name: 'Votes a minute: 29 now' });
  const cells = shown()
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells.slice(0, 3)).toEqual(['', '–', '3']);
  await act(() => import('./chart-canvas.tsx'));
  expect(figure.querySelector('canvas')).not.toBeNull();
  vi.restoreAllMocks();
});

describe('a chart of days', () => {
  const headsOf = (step: number): (string | null)[] => {
    const start = Date.parse('2026-11-23T22:00:00Z') / 1_000;
    const times = Array.from({ length: 4 }, (_, place) => start + place * step);
    render(<Chart axis="day" summary="Votes" times={times} series={[{ label: 'Votes', values: [1, 2, 3, 4] }]} />);
    return shown()
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  };
  it('names the time of day if several rows belong to one day, and follows the language', async () => {
    expect(headsOf(43_200)).toEqual(['24 Nov, 00:00', '24 Nov, 12:00', '25 Nov, 00:00', '25 Nov, 12:00']);
    cleanup();
    expect(headsOf(86_400)).toEqual(['24 Nov', '25 Nov', '26 Nov', '27 Nov']);
    cleanup();
    await startI18n('uk');
    expect(headsOf(86_400)[0]).toBe('24 лист.');
  });
});

it('a copy button copies its text, and says so', async () => {
  const user = userEvent.setup({ document });
  render(<CopyButton text="https://console.example.org" label="Copy the link" />);
  await user.click(shown().getByRole('button', { name: 'Copy the link' }));
  expect(shown().getByRole('button', { name: 'Copied' })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('https://console.example.org');
});

describe('numbers and times', () => {
  const Words = () => {
    const { count, share, short, money } = useNumbers();
    return <p>{[count(4_207), share(0.319), short(1_200_000), money(20.9, 'EUR')].join('; ')}</p>;
  };
  it('are written in the format of the language', async () => {
    const { unmount } = render(<Words />);
    expect(screen.getByText(/^4,207; 31\.90%; 1\.2[mM]; €20\.90$/)).toBeTruthy();
    unmount();
    await startI18n('uk');
    render(<Words />);
    expect(screen.getByText(/^4 207; 31,90%; 1,2 млн; 20,90 €$/)).toBeTruthy();
    const at = '2026-11-24T20:05:00Z';
    expect(formatTime(at, { show: 'minute', language: 'en' })).toBe('24 Nov, 22:05');
    expect(formatTime(at, { show: 'minute', language: 'uk' })).toBe('24 лист., 22:05');
  });
});

it('the small parts of a screen show their texts', () => {
  render(
    <>
      <StatNumber title="Votes a minute" value="104" note="usual for this hour: 31" />
      <Sums items={[{ value: '1', label: 'winner changes', tone: 'bad' }]} />
      <Bar share={0.5} />
      <Masked text="a•••@e•••.org" />
      <Empty title="Nothing waits">Names appear here when voters send them.</Empty>
    </>,
  );
  const { textContent } = shown().getByRole('region', { name: 'Votes a minute' });
  expect(textContent).toContain('104');
  expect(textContent).toContain('usual for this hour: 31');
  expect(shown().getByText('winner changes')).toBeTruthy();
  expect(shown().getByText('a•••@e•••.org').getAttribute('translate')).toBe('no');
  expect(shown().getByText('Nothing waits')).toBeTruthy();
});
