// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NOMINATIONS_ID, scrollToId, WINNERS_ID } from './scroll.ts';

let seen: string[];
beforeEach(() => {
  seen = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.id);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const have = (...ids: readonly string[]) => {
  document.body.innerHTML = ids.map((id) => `<div id="${id}"></div>`).join('');
};

it('scrolls to an element, and nowhere without it', () => {
  have(WINNERS_ID, NOMINATIONS_ID);
  for (const id of [WINNERS_ID, NOMINATIONS_ID, 'absent']) scrollToId(id);
  expect(seen).toEqual([WINNERS_ID, NOMINATIONS_ID]);
});

it('scrolls to the nominations if the winners could not be loaded', () => {
  have(NOMINATIONS_ID);
  scrollToId(WINNERS_ID);
  expect(seen).toEqual([NOMINATIONS_ID]);
});
