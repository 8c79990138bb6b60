const VOTES = 'laurel:votes';

/** Notifies this browser's other tabs that a vote was recorded. */
export const notifyOtherTabs = (): void => {
  const channel = new BroadcastChannel(VOTES);
  channel.postMessage(null);
  channel.close();
};

/**
 * Calls the handler when another tab of this browser records a vote.
 * @returns stops listening
 */
export const onVoteInOtherTab = (handler: () => void): (() => void) => {
  const channel = new BroadcastChannel(VOTES);
  channel.onmessage = handler;
  return () => channel.close();
};
