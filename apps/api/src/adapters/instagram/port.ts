/**
 * The outcome of a direct message. RETRY: name and code match, but the sender does not follow the organisers yet.
 * WRONG_CODE: the name needs another code. UNKNOWN: no verification is pending for the name. TAG_USED: another user has
 * verified the name, or the sender's account under another name.
 */
export type InstagramOutcome = 'VERIFIED' | 'RETRY' | 'TAG_USED' | 'WRONG_CODE' | 'UNKNOWN';

/** The adapter's port to the feature that stores verifications. */
export type InstagramHandler = {
  /** Handles a direct message to the organisers' account. `senderUsername`, `follows` and `followers` come from Instagram. */
  instagramMessage(message: {
    /** Meta's id of the sender for the organisers' account. It does not change with the name. */
    senderId: string;
    senderUsername: string;
    text: string;
    follows: boolean;
    /** How many follow the sender, if Instagram tells. */
    followers?: number | undefined;
    now: Date;
  }): Promise<InstagramOutcome>;
};
