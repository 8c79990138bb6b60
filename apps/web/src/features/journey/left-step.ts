import { readRaw } from '../../lib/storage.ts';

/** Whether a journey that was left before the login is stored. The code that reads its step loads only then. */
export const hasLeftStep = (): boolean => readRaw('requestId') !== undefined || readRaw('twoFactorSetup') !== undefined;
