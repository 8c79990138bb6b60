import type { STORED_RECORDS } from '@laurel/contracts/storage';
import type { z } from 'zod';
import { stored } from './stored.ts';

type Signup = z.output<typeof STORED_RECORDS.signupData>;

/**
 * The values typed at the sign-up, unless they are another person's: the browser keeps them after a logout.
 * @param email the address of the account that is logged in, if any
 */
export const ownSignup = (email: string | null | undefined): Signup | undefined => {
  const signup = stored.signupData.read();
  return email && signup?.email?.toLowerCase() !== email.toLowerCase() ? undefined : signup;
};
