/**
 * What came of a direct message. RETRY: name and code fit, but the sender does not follow the organisers (yet).
 * WRONG_CODE: the name awaits another code. UNKNOWN: nobody awaits this name. TAG_USED: another person has proven
 * the name, or the sender's account under another name.
 */
export type InstagramOutcome = 'VERIFIED' | 'RETRY' | 'TAG_USED' | 'WRONG_CODE' | 'UNKNOWN';

/** What the adapter needs of the feature that stores verifications. */
export type InstagramHandler = {
  /** A direct message to the organisers' account; name and following are what Instagram says of its sender. */
  instagramMessage(message: {
    /** Meta's id of the sender for the organisers' account; a change of name leaves it as it is. */
    senderId: string;
    senderUsername: string;
    text: string;
    follows: boolean;
    now: Date;
  }): Promise<InstagramOutcome>;
};
