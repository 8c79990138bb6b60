// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepInView } from './keep-in-view.ts';

let resize: () => void;
let observed: Element[];
const scrolls = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  observed = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        resize = () => {
          if (observed.length > 0) changed();
        };
      }
      observe(element: Element) {
        observed.push(element);
      }
      disconnect() {
        observed = [];
      }
    },
  );
  document.body.innerHTML = '<p id="there"></p>';
  const there = document.getElementById('there');
  if (there) there.scrollIntoView = scrolls;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  scrolls.mockReset();
});

it('scrolls to an element, and again when the page changes its height', () => {
  keepInView('there');
  expect([scrolls.mock.calls.length, observed]).toEqual([1, [document.body]]);
  resize();
  expect(scrolls).toHaveBeenCalledTimes(2);
});

it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('ends when the user moves the page: %s', (move) => {
  keepInView('there');
  window.dispatchEvent(new Event(move));
  resize();
  expect(scrolls).toHaveBeenCalledTimes(1);
});

it('ends after four seconds, or when it is stopped', () => {
  keepInView('there');
  vi.advanceTimersByTime(3_999);
  resize();
  expect(scrolls).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(1);
  resize();
  expect(scrolls).toHaveBeenCalledTimes(2);
  keepInView('there')();
  resize();
  expect(scrolls).toHaveBeenCalledTimes(3);
});
