import type { Listening } from './stomp-client.ts';

/**
 * Listens to a destination of the realtime endpoint; the first listener loads the STOMP client.
 * @returns stops listening
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
    // Without the client's code the page relies on polling.
    () => undefined,
  );
  return () => {
    stopped = true;
    stop?.();
  };
};
