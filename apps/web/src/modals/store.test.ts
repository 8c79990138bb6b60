import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  advanceModal,
  closeInFront,
  closeModal,
  continueDelay,
  dismissModal,
  holdDelay,
  openInFront,
  openModal,
  replaceForemost,
  useModals,
} from './store.ts';
import type { ModalRequest } from './types.ts';

const login: ModalRequest = { type: 'login', props: { notice: 'Your email is confirmed.' } };
const message: ModalRequest = { type: 'message', props: { title: 'Done', text: 'All is well.' } };
const support: ModalRequest = { type: 'support', props: {} };
const open = () => useModals.getState().current;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  closeModal();
  vi.useRealTimers();
});

describe('the modal manager', () => {
  it('MD-01 opens a modal by type and props, and replaces the open one', () => {
    openModal(login);
    expect(open()).toEqual({ type: 'login', props: { notice: 'Your email is confirmed.' } });
    openModal(message);
    expect(open()).toBe(message);
  });

  it('MD-02 closes a modal, and leaves one without a delay open', () => {
    openModal(login);
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
    closeModal();
    expect(open()).toBeUndefined();
  });

  it('MD-02 closes by itself after 4500 ms', () => {
    openModal(message, {});
    vi.advanceTimersByTime(4_499);
    expect(open()).toBe(message);
    vi.advanceTimersByTime(1);
    expect(open()).toBeUndefined();
  });

  it('MD-02 switches to another type after 4500 ms, or after the given delay', () => {
    openModal(message, { next: login });
    vi.advanceTimersByTime(4_499);
    expect(open()).toBe(message);
    vi.advanceTimersByTime(1);
    expect(open()).toBe(login);

    openModal(message, { next: login, delayMs: 1_000 });
    vi.advanceTimersByTime(999);
    expect(open()).toBe(message);
    vi.advanceTimersByTime(1);
    expect(open()).toBe(login);
  });

  it('skips the delay when the button is pressed, and continues only once', () => {
    openModal(message, { next: login });
    advanceModal();
    expect(open()).toBe(login);
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
  });

  it('stops a delay, and continues with what was left of it', () => {
    openModal(message, { delayMs: 10_000 });
    vi.advanceTimersByTime(8_000);
    holdDelay();
    holdDelay();
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(message);
    continueDelay();
    continueDelay();
    vi.advanceTimersByTime(1_999);
    expect(open()).toBe(message);
    vi.advanceTimersByTime(1);
    expect(open()).toBeUndefined();
  });

  it('continues no delay of a modal that was replaced, and stops none of a modal without one', () => {
    openModal(message, {});
    holdDelay();
    openModal(login);
    continueDelay();
    holdDelay();
    continueDelay();
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
  });

  it('cancels the delay of a modal that was replaced or closed', () => {
    openModal(message, {});
    openModal(login);
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
    openModal(message, {});
    closeModal();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a modal in front of another', () => {
  it('leaves the one behind as it is', () => {
    openModal(login);
    openInFront(support);
    expect([open(), useModals.getState().aside]).toEqual([login, support]);
    closeInFront();
    expect([open(), useModals.getState().aside]).toEqual([login, undefined]);
  });

  it('is replaced by the next one; without one in front, the open modal is', () => {
    openModal(login);
    openInFront({ type: 'mailboxWarning', props: { next: support } });
    replaceForemost(support);
    expect([open(), useModals.getState().aside]).toEqual([login, support]);
    closeInFront();
    replaceForemost(message);
    expect([open(), useModals.getState().aside]).toEqual([message, undefined]);
  });

  it('is what the user closes first, whichever of the two gets the key', () => {
    openModal(login);
    openInFront(support);
    dismissModal();
    expect([open(), useModals.getState().aside]).toEqual([login, undefined]);
    dismissModal();
    expect(open()).toBeUndefined();
  });

  it('closes with the one behind', () => {
    openModal(login);
    openInFront(support);
    openModal(message);
    expect([open(), useModals.getState().aside]).toEqual([message, undefined]);
  });
});
