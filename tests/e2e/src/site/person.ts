import { randomBytes, randomInt } from 'node:crypto';

/** A new user. */
export type Person = { name: string; email: string; password: string; phoneNumber: string };

export const newPerson = (name: string): Person => ({
  name,
  email: `voter-${randomBytes(6).toString('hex')}@example.org`,
  password: 'Secret1!',
  phoneNumber: `+38067${String(randomInt(10_000_000)).padStart(7, '0')}`,
});
