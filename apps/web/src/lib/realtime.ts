import type { Listening } from './stomp-client.ts';

/**
 * Listens to a destination of the realtime endpoint, whose client loads with the first listener.
 * @returns what ends listening
 */
export const listenTo = (
  destination: string,
  handler: (message: unknown) => void,
  listening: Listening = {},
): (() => void) => {
  let stop: (() => void) | undefined;
  let stopped = false;
  import('./stomp-client.ts').then(
    ({ listen }) => {
      if (!stopped) stop = listen(destination, handler, listening);
    },
    // Without its code there is no realtime: what polls carries on.
    () => undefined,
  );
  return () => {
    stopped = true;
    stop?.();
  };
};
