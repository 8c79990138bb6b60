import { STORED_RECORDS, type StorageKey } from '@laurel/contracts/storage';
import type { z } from 'zod';
import { readRaw, removeRaw, writeRaw } from './storage.ts';

/** The values that a stored text may have: strings are stored as they are, other values as JSON. */
const decode = (raw: string): unknown[] => {
  try {
    return [raw, JSON.parse(raw)];
  } catch {
    return [raw];
  }
};

/** A value in local storage. */
export type Stored<Value> = {
  /** The value; undefined if it is missing or invalid. */
  read(): Value | undefined;
  write(value: Value): void;
  remove(): void;
};

const record = <Schema extends z.ZodType>(key: StorageKey, schema: Schema): Stored<z.output<Schema>> => ({
  read: () => {
    const raw = readRaw(key);
    if (raw === undefined) return undefined;
    for (const candidate of decode(raw)) {
      const parsed = schema.safeParse(candidate);
      if (parsed.success) return parsed.data;
    }
    return undefined;
  },
  write: (value) => writeRaw(key, typeof value === 'string' ? value : JSON.stringify(value)),
  remove: () => removeRaw(key),
});

/** The values in local storage, each validated by its schema of the contract (spec §3, "Browser-stored values"). */
export const stored = {
  currentUser: record('currentUser', STORED_RECORDS.currentUser),
  requestKey: record('requestKey', STORED_RECORDS.requestKey),
  requestId: record('requestId', STORED_RECORDS.requestId),
  phoneTimerEnd: record('phoneTimerEnd', STORED_RECORDS.phoneTimerEnd),
  telegramLink: record('telegramLink', STORED_RECORDS.telegramLink),
  socialRequestId: record('socialRequestId', STORED_RECORDS.socialRequestId),
  socketStatus: record('socketStatus', STORED_RECORDS.socketStatus),
  twoFactorSetup: record('twoFactorSetup', STORED_RECORDS.twoFactorSetup),
  signupData: record('signupData', STORED_RECORDS.signupData),
  supportWarningConfirmed: record('supportWarningConfirmed', STORED_RECORDS.supportWarningConfirmed),
  keptVotes: record('keptVotes', STORED_RECORDS.keptVotes),
} as const;
