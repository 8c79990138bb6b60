const VOTES = 'laurel:votes';

/** Tells this browser's other tabs that a vote was recorded. */
export const tellOtherTabs = (): void => {
  const channel = new BroadcastChannel(VOTES);
  channel.postMessage(null);
  channel.close();
};

/**
 * Hears of votes recorded in another tab of this browser.
 * @returns what ends listening
 */
export const hearOtherTabs = (heard: () => void): (() => void) => {
  const channel = new BroadcastChannel(VOTES);
  channel.onmessage = heard;
  return () => channel.close();
};
