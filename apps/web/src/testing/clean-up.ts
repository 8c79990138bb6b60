import { onlineManager } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { vi } from 'vitest';
import { dispatch } from '../features/journey/store.ts';
import { dropVerification } from '../features/journey/verification.ts';
import { clearStorage } from '../lib/storage.ts';
import { closeModal } from '../modals/store.ts';
import { endSession } from '../session/store.ts';
import { act } from './render.tsx';

// Makes the fake clock of the worker now, at its first use: it keeps the globals that it finds, and tests replace some of them later.
vi.isFakeTimers();

/** Removes what a test rendered, and resets its mocks and timers and the state that test files share. */
export const cleanUp = async (): Promise<void> => {
  if (typeof document !== 'undefined') await act(cleanup);
  closeModal();
  dispatch({ type: 'voteEnded' });
  dropVerification();
  endSession();
  onlineManager.setOnline(true);
  clearStorage();
  // The loader hides 600 ms after a call, and would otherwise still show in the next tests.
  if (vi.isFakeTimers()) await vi.runOnlyPendingTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  vi.restoreAllMocks();
};
