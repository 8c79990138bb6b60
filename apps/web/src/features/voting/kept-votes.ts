import type { Vote } from '@laurel/contracts/records';
import type { StoredVote } from '@laurel/contracts/storage';
import { stored } from '../../lib/stored.ts';

type Place = Pick<Vote, 'nomination' | 'niche'>;
/** The data to check a vote: its nonce, the promise if the response had one, and whether it is known to be recorded. */
type Kept = { readonly nonce: string; readonly promise?: string | undefined; readonly sure: boolean };

/** The nonces and promises of an account's votes in one log. */
export type Keeper = {
  /** The nonce to send with a vote: a second try sends the same one, because the first may have been recorded. */
  nonceFor(place: Place): string;
  keep(place: Place, kept: Kept): void;
  find(place: Place): Kept | undefined;
};

/** The most votes that are kept, of all accounts and years, about 1 KB each; the oldest are removed first. */
const MAX_KEPT = 300;
const NONCE_BYTES = 16;

const newNonce = (): string =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(NONCE_BYTES))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The votes that this browser keeps for an account. They stay after a logout, because most people check their vote
 * later. The choice is not kept, and an entry has only the account's id, so the next person at the browser learns
 * neither who voted nor for whom.
 * @param log the log's origin
 */
export const keeperOf = (account: string, log: string): Keeper => {
  const read = (): readonly StoredVote[] => stored.keptVotes.read() ?? [];
  const isOf = ({ nomination, niche }: Place) => {
    const category = `${nomination}/${niche}`;
    return (vote: StoredVote) => vote.account === account && vote.log === log && vote.category === category;
  };
  const keeper: Keeper = {
    nonceFor: (place) => {
      const nonce = keeper.find(place)?.nonce ?? newNonce();
      // Kept before the vote is sent, because the response may be lost.
      keeper.keep(place, { nonce, sure: false });
      return nonce;
    },
    keep: (place, { nonce, promise, sure }) => {
      // A vote that is known to be recorded is never replaced, even if the site says later that there is none.
      if (keeper.find(place)?.sure === true) return;
      const isSame = isOf(place);
      const category = `${place.nomination}/${place.niche}`;
      const vote: StoredVote = { account, log, category, nonce, sure, ...(promise === undefined ? {} : { promise }) };
      stored.keptVotes.write([...read().filter((each) => !isSame(each)), vote].slice(-MAX_KEPT));
    },
    find: (place) => read().find(isOf(place)),
  };
  return keeper;
};
