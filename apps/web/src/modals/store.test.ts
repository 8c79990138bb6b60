import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { advanceModal, closeAside, closeModal, openAside, openModal, replaceForemost, useModals } from './store.ts';
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
  it('MD-01 opens a modal by type and props, one in the place of the other', () => {
    openModal(login);
    expect(open()).toEqual({ type: 'login', props: { notice: 'Your email is confirmed.' } });
    openModal(message);
    expect(open()).toBe(message);
  });

  it('MD-02 closes a modal, and leaves it open where nothing says otherwise', () => {
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

  it('MD-02 switches to another type after 4500 ms, or after a delay of its own', () => {
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

  it('goes on at once where the person presses on, and only once', () => {
    openModal(message, { next: login });
    advanceModal();
    expect(open()).toBe(login);
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
  });

  it('forgets the delay of a modal that is gone', () => {
    openModal(message, {});
    openModal(login);
    vi.advanceTimersByTime(60_000);
    expect(open()).toBe(login);
  });
});

describe('a modal in front of another', () => {
  it('leaves the one behind as it is', () => {
    openModal(login);
    openAside(support);
    expect([open(), useModals.getState().aside]).toEqual([login, support]);
    closeAside();
    expect([open(), useModals.getState().aside]).toEqual([login, undefined]);
  });

  it('gives its place to what follows it; without one, the modal behind does', () => {
    openModal(login);
    openAside({ type: 'mailboxWarning', props: { next: support } });
    replaceForemost(support);
    expect([open(), useModals.getState().aside]).toEqual([login, support]);
    closeAside();
    replaceForemost(message);
    expect([open(), useModals.getState().aside]).toEqual([message, undefined]);
  });

  it('goes when the one behind does', () => {
    openModal(login);
    openAside(support);
    openModal(message);
    expect([open(), useModals.getState().aside]).toEqual([message, undefined]);
  });
});
