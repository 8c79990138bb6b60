const VOTES = 'laurel:votes';

/**
 * The channel to this browser's other tabs; undefined if the browser refuses one, as Firefox does with blocked cookies.
 */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel(VOTES);
  } catch {
    return undefined;
  }
};

/** Notifies this browser's other tabs that a vote was recorded. */
export const notifyOtherTabs = (): void => {
  const channel = openChannel();
  channel?.postMessage(null);
  channel?.close();
};

/**
 * Calls the handler when another tab of this browser records a vote.
 * @returns stops listening
 */
export const onVoteInOtherTab = (handler: () => void): (() => void) => {
  const channel = openChannel();
  if (channel) channel.onmessage = handler;
  return () => channel?.close();
};
