import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileAwaited } from '../lib/busy.ts';
import { cleanUp } from '../testing/clean-up.ts';
import { stubHistory } from '../testing/fake-history.ts';
import { followHistory } from './history.ts';
import { closeInFront, closeModal, openInFront, openModal, setClosable, useModals } from './store.ts';
import type { ModalRequest } from './types.ts';

const login: ModalRequest = { type: 'login', props: {} };
const support: ModalRequest = { type: 'support', props: {} };

let browser: ReturnType<typeof stubHistory>;
let end: () => void;
const open = () => [useModals.getState().current?.type, useModals.getState().aside?.type];

beforeEach(() => {
  vi.useFakeTimers();
  browser = stubHistory();
  end = followHistory();
});
afterEach(cleanUp);
afterEach(() => end());

describe('the browser’s Back', () => {
  it('closes the modal in front, then the one behind, then leaves the page', async () => {
    openModal(login);
    openInFront(support);
    await browser.back();
    expect(open()).toEqual(['login', undefined]);
    await browser.back();
    expect(open()).toEqual([undefined, undefined]);
    expect(browser.at).toBe(1);
    await browser.back();
    expect(browser.at).toBe(0);
  });

  it('needs one press to leave the page after any number of modals were closed in another way', async () => {
    for (let times = 0; times < 3; times += 1) {
      openModal(login);
      openInFront(support);
      closeInFront();
      closeModal();
    }
    expect(browser.length).toBe(4);
    await browser.back();
    expect(browser.at).toBe(0);
  });

  it('closes a modal that was opened after another was closed', async () => {
    openModal(login);
    closeModal();
    openModal({ type: 'faq', props: {} });
    await browser.back();
    expect(open()).toEqual([undefined, undefined]);
    expect(browser.at).toBe(1);
  });

  it('leaves open a modal that can’t be closed, each time', async () => {
    openModal({ type: 'twoFactorSetup', props: { requestKey: 'key', qrCode: 'otpauth://totp/x' } });
    setClosable(false);
    for (let times = 0; times < 3; times += 1) {
      await browser.back();
      expect(open()).toEqual(['twoFactorSetup', undefined]);
    }
    setClosable(true);
    await browser.back();
    expect(open()).toEqual([undefined, undefined]);
  });

  it('leaves open a modal that waits for an answer, and closes it after that', async () => {
    openModal(login);
    const { promise, resolve } = Promise.withResolvers<void>();
    const answered = whileAwaited(() => promise);
    openInFront(support);
    await browser.back();
    await browser.back();
    await browser.back();
    expect(open()).toEqual(['login', undefined]);
    resolve();
    await answered;
    await browser.back();
    expect([open(), browser.at]).toEqual([[undefined, undefined], 1]);
  });

  it('closes a modal that is open again after a reload, which keeps its entry', async () => {
    openModal(login);
    end();
    closeModal();
    end = followHistory();
    openModal({ type: 'phoneOtp', props: {} });
    expect(browser.length).toBe(3);
    await browser.back();
    expect(open()).toEqual([undefined, undefined]);
    expect(browser.at).toBe(1);
  });

  it('ignores a link within the page after a modal was closed', async () => {
    openModal(login);
    closeModal();
    await browser.followAnchor();
    expect(browser.at).toBe(3);
    // The same again: neither link was undone.
    openModal(login);
    closeModal();
    await browser.followAnchor();
    expect(browser.at).toBe(5);
    await browser.back();
    expect(open()).toEqual([undefined, undefined]);
    expect(browser.at).toBeLessThan(5);
  });

  it('opens nothing on Forward, and still leaves the page', async () => {
    openModal(login);
    await browser.back();
    await browser.forward();
    expect(open()).toEqual([undefined, undefined]);
    expect(browser.at).toBe(2);
    await browser.back();
    expect(browser.at).toBe(0);
  });

  it('is not handled after the end', async () => {
    openModal(login);
    end();
    await browser.back();
    expect(open()).toEqual(['login', undefined]);
    openInFront(support);
    expect(browser.length).toBe(3);
  });
});
