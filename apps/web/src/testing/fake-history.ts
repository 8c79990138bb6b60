import { vi } from 'vitest';

/**
 * Stubs the history of one tab, whose first entry is another page. As in a browser, moves are asynchronous, a link to
 * an anchor adds an entry without a state, and both fire `popstate`.
 */
export const stubHistory = () => {
  const page = new EventTarget();
  let entries: unknown[] = ['another page', null];
  let at = 1;
  const move = (by: number): void => {
    queueMicrotask(() => {
      const to = Math.min(Math.max(at + by, 0), entries.length - 1);
      if (to === at) return;
      at = to;
      // A page that was left gets no events.
      if (at > 0) page.dispatchEvent(new Event('popstate'));
    });
  };
  const push = (state: unknown): void => {
    entries = [...entries.slice(0, at + 1), state];
    at += 1;
  };
  vi.stubGlobal('window', {
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    history: {
      get state() {
        return entries[at];
      },
      pushState: push,
      replaceState: (state: unknown) => {
        entries[at] = state;
      },
      back: () => move(-1),
    },
  });
  const after = async (does: () => void): Promise<void> => {
    does();
    // A handler may start another move.
    await vi.advanceTimersByTimeAsync(10);
  };
  return {
    /** The user's actions in the browser. */
    back: () => after(() => move(-1)),
    forward: () => after(() => move(1)),
    followAnchor: () =>
      after(() => {
        push(null);
        page.dispatchEvent(new Event('popstate'));
      }),
    /** The index of the current entry, 0 being the page before this one. */
    get at() {
      return at;
    },
    get length() {
      return entries.length;
    },
  };
};
