import type { Language } from '@laurel/contracts/languages';
import type { Keyring } from '../../crypto/keyring.ts';
import type { MailList } from './page.policy.ts';

type Deps = {
  keyring: Pick<Keyring, 'seal' | 'open'>;
  publicUrl: string;
  /** Ends the mails of each list for an account. */
  stops: Readonly<Record<MailList, (accountId: string) => Promise<void>>>;
};

/** Ends mails by a link in them: nobody needs a login for that. */
export type Unsubscribing = {
  urlOf(list: MailList, accountId: string, language: Language): string;
  /** Ends the mails of the person who got this token; false if it is not one of the list. */
  stop(list: MailList, token: string): Promise<boolean>;
};

export const createUnsubscribing = ({ keyring, publicUrl, stops }: Deps): Unsubscribing => {
  const accountOf = (list: MailList, token: string): string | undefined => {
    try {
      return keyring.open(list, Buffer.from(token, 'base64url')).toString();
    } catch {
      return undefined;
    }
  };
  return {
    urlOf: (list, accountId, language) =>
      `${publicUrl}/${list}?token=${keyring.seal(list, accountId).toString('base64url')}&lang=${language}`,
    stop: async (list, token) => {
      const account = accountOf(list, token);
      if (account !== undefined) await stops[list](account);
      return account !== undefined;
    },
  };
};
