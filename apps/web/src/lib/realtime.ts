/**
 * Listens to a destination of the realtime endpoint, whose client loads with the first listener.
 * @param askAt a destination that is sent an empty message after every connection, to be told the present state
 * @returns what ends listening
 */
export const listenTo = (destination: string, handler: (message: unknown) => void, askAt?: string): (() => void) => {
  let stop: (() => void) | undefined;
  let stopped = false;
  import('./stomp-client.ts').then(
    ({ listen }) => {
      if (!stopped) stop = listen(destination, handler, askAt);
    },
    // Without its code there is no realtime: what polls carries on.
    () => undefined,
  );
  return () => {
    stopped = true;
    stop?.();
  };
};
