// A process with subscribed sockets, which the bench starts and controls.
import type { Socket } from 'node:net';
import { listeners, type Place, patience } from './listener.ts';

export type ToAudience =
  /** Open this many sockets; lost ones reconnect like the web app. */
  | { open: Place; sockets: number }
  /** Report when this many messages have arrived from now on. */
  | { hear: number }
  /** Report when this many subscriptions were made since the start. */
  | { joins: number };
/** The requested event, with the totals since the start. */
export type FromAudience = { joins: number; tries: number; heard: number; octets: number };

/** The connections that are opened concurrently at the start. */
const AT_ONCE = 200;

/** Messages since the start, and their number at the time of the request. */
let heard = 0;
let heardBefore = 0;
/** The octets of the messages since the start. */
let octets = 0;
let joins = 0;
let tries = 0;
let waiting: { isDone(): boolean } | undefined;

const look = (): void => {
  if (!waiting?.isDone()) return;
  waiting = undefined;
  process.send?.({ joins, tries, heard, octets } satisfies FromAudience);
};

const open = (place: Place, sockets: number): void => {
  let begun = 0;
  const one = (): void => {
    if (begun === sockets) return;
    let index = begun;
    begun += 1;
    const { next, reset } = patience(place.backAfterMs);
    let isFirst = true;
    const connect = listeners(place, {
      joined: () => {
        joins += 1;
        reset();
        if (isFirst) one();
        isFirst = false;
        look();
      },
      heard: (length) => {
        heard += 1;
        octets += length;
        look();
      },
      lost: () => {
        // As a balancer would: the next try reaches another process.
        index += 1;
        setTimeout(dial, next());
      },
    });
    const dial = (): Socket => {
      tries += 1;
      return connect(index);
    };
    dial();
  };
  for (let index = 0; index < AT_ONCE; index++) one();
};

process.on('message', (message: ToAudience) => {
  if ('open' in message) {
    open(message.open, message.sockets);
    waiting = { isDone: () => joins >= message.sockets };
  } else if ('hear' in message) {
    heardBefore = heard;
    waiting = { isDone: () => heard - heardBefore >= message.hear };
  } else waiting = { isDone: () => joins >= message.joins };
  look();
});
process.on('disconnect', () => process.exit(0));
