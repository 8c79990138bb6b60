import { STORAGE_KEYS, STORED_RECORDS, type StorageKey } from '@laurel/contracts/storage';
import type { z } from 'zod';

/** What a browser that blocks or has filled its storage keeps for the life of the page. */
const memory = new Map<string, string>();

const readRaw = (key: string): string | undefined => {
  try {
    return window.localStorage.getItem(key) ?? memory.get(key);
  } catch {
    return memory.get(key);
  }
};

const writeRaw = (key: string, value: string): void => {
  try {
    window.localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
};

const removeRaw = (key: string): void => {
  memory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // A storage that can't be reached holds nothing.
  }
};

/** Strings stand in the storage as they are, anything else as JSON. */
const decode = (raw: string): unknown[] => {
  try {
    return [raw, JSON.parse(raw)];
  } catch {
    return [raw];
  }
};

/** One value that outlives the page. */
export type Stored<Value> = {
  readonly key: string;
  /** The value; undefined where there is none, or none of ours. */
  read(): Value | undefined;
  write(value: Value): void;
  remove(): void;
};

const record = <Schema extends z.ZodType>(name: StorageKey, schema: Schema): Stored<z.output<Schema>> => {
  const key = STORAGE_KEYS[name];
  return {
    key,
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
  };
};

/** Everything the app keeps in local storage (spec §3, "Browser-stored values"). */
export const stored = {
  authToken: record('authToken', STORED_RECORDS.authToken),
  currentUser: record('currentUser', STORED_RECORDS.currentUser),
  requestKey: record('requestKey', STORED_RECORDS.requestKey),
  requestId: record('requestId', STORED_RECORDS.requestId),
  language: record('language', STORED_RECORDS.language),
  phoneTimerEnd: record('phoneTimerEnd', STORED_RECORDS.phoneTimerEnd),
  telegramLink: record('telegramLink', STORED_RECORDS.telegramLink),
  socialRequestId: record('socialRequestId', STORED_RECORDS.socialRequestId),
  socketStatus: record('socketStatus', STORED_RECORDS.socketStatus),
  twoFactorSetup: record('twoFactorSetup', STORED_RECORDS.twoFactorSetup),
  signupData: record('signupData', STORED_RECORDS.signupData),
  supportWarningConfirmed: record('supportWarningConfirmed', STORED_RECORDS.supportWarningConfirmed),
  appVersion: record('appVersion', STORED_RECORDS.appVersion),
} as const satisfies Record<StorageKey, Stored<unknown>>;

/** Forgets everything, other people's keys on this origin included: the origin is the app's. */
export const clearStorage = (): void => {
  memory.clear();
  try {
    window.localStorage.clear();
  } catch {
    // Nothing is kept where nothing can be kept.
  }
};
