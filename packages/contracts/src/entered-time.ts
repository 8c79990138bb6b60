import { z } from 'zod';

/** PostgreSQL knows no year 0, and no offset of 16 hours. */
const isStorable = (text: string): boolean =>
  new Date(text).getUTCFullYear() > 0 && !/[+-](?:1[6-9]|2\d):\d\d$/.test(text);

const WITH_OFFSET = [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })] as const;

/** A date and time with its offset, as a person enters it: ISO 8601, with or without seconds. @param error the message */
export const enteredTime = (error?: string) => z.union(WITH_OFFSET, error).refine(isStorable, error);
