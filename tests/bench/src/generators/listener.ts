import { connect, type Socket } from 'node:net';
import { STOMP_HEARTBEAT_MS, STOMP_RECONNECT_MAX_MS } from '@laurel/contracts/limits';
import { clientFrame, GOODBYE, readFrames } from './frames.ts';

/** What a listener says to get its subscription; a `bare` one says nothing. */
export type Manner = 'bare' | 'laurel' | 'rabbitmq';

/** How listeners find their server. */
export type Place = {
  port: number;
  manner: Manner;
  heartBeats: boolean;
  /** How long a lost connection stays lost, milliseconds: at first, then twice as long, and so on. */
  backAfterMs: number;
};

/** Where all of them have their sockets. */
const PATH = '/ws';

const BEAT = clientFrame('\n');
const END_OF_HEAD = '\r\n\r\n';
const [MESSAGE, CONNECTED, RECEIPT, ERROR] = ['M', 'C', 'R', 'E'].map((letter) => letter.charCodeAt(0));

/** What the web app sends, but for the host and the name that RabbitMQ asks for. */
const framesOf = ({ manner, heartBeats }: Place) => {
  const beat = heartBeats ? STOMP_HEARTBEAT_MS : 0;
  const who = manner === 'rabbitmq' ? 'host:/\nlogin:guest\npasscode:guest' : 'host:laurel';
  return {
    connect: clientFrame(`CONNECT\naccept-version:1.2\n${who}\nheart-beat:${beat},${beat}\n\n\0`),
    subscribe: clientFrame('SUBSCRIBE\nid:sub-0\ndestination:/topic/statistics\nreceipt:r\n\n\0'),
  };
};

const upgrade = ({ port }: Place): Buffer =>
  Buffer.from(
    `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n` +
      'Sec-WebSocket-Protocol: v12.stomp\r\n\r\n',
  );

type Ears = {
  joined(): void;
  /** A message came, so many octets of it. */
  heard(octets: number): void;
  /** The connection is gone, before or after it stood. */
  lost(): void;
};

/**
 * Opens sockets that listen to the statistics, with nothing in them but what counts: one generator keeps ten thousand.
 * @returns what opens one more, once more
 */
export const listeners = (place: Place, { joined, heard, lost }: Ears): (() => Socket) => {
  const { connect: connectFrame, subscribe } = framesOf(place);
  const request = upgrade(place);
  return () => {
    const socket = connect(place.port, '127.0.0.1');
    let beating: NodeJS.Timeout | undefined;
    const frames = readFrames(
      (payload) => {
        const [first] = payload;
        if (first === MESSAGE) heard(payload.length);
        else if (first === CONNECTED) socket.write(subscribe);
        else if (first === RECEIPT) joined();
        else if (first === ERROR) process.stderr.write(`${payload.toString()}\n`);
      },
      () => socket.write(GOODBYE),
    );
    let take = (chunk: Buffer): void => {
      const end = chunk.indexOf(END_OF_HEAD);
      if (end < 0 || !chunk.toString('latin1', 0, 12).endsWith('101')) {
        socket.destroy(new Error(`no socket: ${chunk.toString('latin1', 0, 40)}`));
        return;
      }
      take = frames;
      if (place.manner === 'bare') joined();
      else socket.write(connectFrame);
      if (place.heartBeats) beating = setInterval(() => socket.write(BEAT), STOMP_HEARTBEAT_MS);
      frames(chunk.subarray(end + END_OF_HEAD.length));
    };
    socket.setNoDelay(true);
    socket.on('connect', () => socket.write(request));
    socket.on('data', (chunk) => take(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      clearInterval(beating);
      lost();
    });
    return socket;
  };
};

/**
 * The web app's own rule of coming back (stompjs, exponential): how long to wait this time.
 * @param first how long after a connection that stood, milliseconds
 */
export const patience = (first: number): { next(): number; reset(): void } => {
  let delay = first;
  return {
    next: () => {
      const now = delay;
      delay = Math.min(delay * 2, STOMP_RECONNECT_MAX_MS);
      return now;
    },
    reset: () => {
      delay = first;
    },
  };
};
