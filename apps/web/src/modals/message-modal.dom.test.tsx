// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { cleanUp } from '../testing/clean-up.ts';
import { page, person, showStep } from '../testing/person.tsx';
import { act } from '../testing/render.tsx';
import { MessageModal } from './message-modal.tsx';
import { openInFront, openModal, useModals } from './store.ts';
import type { ModalProps } from './types.ts';

let shown: Awaited<ReturnType<typeof showStep>>;
afterEach(cleanUp);

const open = async (props: ModalProps['message'], later?: Parameters<typeof openModal>[1]) => {
  openModal({ type: 'message', props }, later);
  shown = await showStep(<MessageModal {...props} />);
};
const current = () => useModals.getState().current;
const message = { title: 'Title', text: 'Text' };

describe('a message', () => {
  it('ER-13 has a title and a text; one that closes by itself is announced as a status, and has no button', async () => {
    await open(message, {});
    expect([page.title(), page.news('status'), page.buttons()]).toEqual(['Title', ['TitleText'], []]);
  });

  it('that stays has a button that closes it', async () => {
    await open(message);
    expect(page.news('status')).toEqual([]);
    await person.press('Close');
    expect(current()).toBeUndefined();
  });

  it('in front of a step returns to the step when its button is pressed', async () => {
    openModal({ type: 'phoneOtp', props: {} });
    openInFront({ type: 'loadFailure', props: { about: 'connection' } });
    shown = await showStep(<MessageModal {...message} />);
    await person.press('Close');
    expect(useModals.getState()).toMatchObject({ current: { type: 'phoneOtp' }, aside: undefined });
  });

  it('has a second text and a second button, which opens another modal', async () => {
    const other = { action: 'Use the other', onward: { type: 'phoneOtp', props: {} } } as const;
    await open({ ...message, detail: 'Detail', action: 'Go on', onward: { type: 'faq', props: {} }, other }, {});
    expect(page.news('status')).toEqual(['TitleTextDetail']);
    expect(page.buttons()).toEqual(['Go on', 'Use the other']);
    expect(document.activeElement?.textContent).toBe('Go on');
    await person.press('Use the other');
    expect(current()?.type).toBe('phoneOtp');
  });

  describe('that leaves something to do', () => {
    const onward = { type: 'phoneOtp', props: {} } as const;
    const sign = (event: Event) => act(() => document.querySelector('[role=dialog]')?.dispatchEvent(event));
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each(['pointermove', 'pointerdown', 'keydown'])('waits after a %s in it', async (type) => {
      vi.useFakeTimers();
      await open({ ...message, action: 'Go on', onward }, {});
      await pass(4_000);
      await sign(new Event(type));
      await pass(60_000);
      expect(current()).toBeDefined();
      await sign(new Event('pointerleave'));
      await pass(499);
      expect(current()).toBeDefined();
      await pass(1);
      expect(current()).toBeUndefined();
    });

    it('is the only one that waits: other messages leave nothing to do', async () => {
      vi.useFakeTimers();
      await open({ ...message, action: 'Go on' }, {});
      await sign(new Event('pointermove'));
      await pass(4_500);
      expect(current()).toBeUndefined();
    });
  });

  it('continues at once to the next modal, or to the one its button opens', async () => {
    await open({ ...message, action: 'Go on' }, { next: { type: 'phoneOtp', props: {} } });
    await person.press('Go on');
    expect(current()?.type).toBe('phoneOtp');
    await shown.close();
    await open({ ...message, action: 'Open it', onward: { type: 'socialVerification', props: {} } }, {});
    await person.press('Open it');
    expect(current()?.type).toBe('socialVerification');
  });
});
