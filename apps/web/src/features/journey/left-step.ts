import { readRaw } from '../../lib/storage.ts';

/** Whether this browser holds a journey that was left before its login. Only then does the code load that knows the step. */
export const hasLeftStep = (): boolean => readRaw('requestId') !== undefined || readRaw('twoFactorSetup') !== undefined;
