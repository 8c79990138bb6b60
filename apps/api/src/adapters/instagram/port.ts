/**
 * What came of a direct message. RETRY: name and code fit, but the sender does not follow the organisers (yet).
 * WRONG_CODE: the name awaits another code. UNKNOWN: nobody awaits this name. TAG_USED: another person has proven it.
 */
export type InstagramOutcome = 'VERIFIED' | 'RETRY' | 'TAG_USED' | 'WRONG_CODE' | 'UNKNOWN';

/** What the adapter needs of the room that keeps verifications. */
export type InstagramRoom = {
  /** A direct message to the organisers' account; name and following are what Instagram says of its sender. */
  instagramMessage(message: {
    senderUsername: string;
    text: string;
    follows: boolean;
    now: Date;
  }): Promise<InstagramOutcome>;
};
