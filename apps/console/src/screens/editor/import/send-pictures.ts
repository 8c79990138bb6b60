import { uploadPicture } from '@laurel/contracts/console/calls/editor';
import { type CallAnswer, call } from '../../../lib/call.ts';
import { asFailure, isFailure, isRetryable } from '../../../lib/failure.ts';

type Notes = CallAnswer<typeof uploadPicture>['data']['notes'];

/** What became of a file: `refused` with the reason in its notes, or with the failure of its call. */
export type Sent =
  | { readonly state: 'used' | 'refused'; readonly notes: Notes }
  | { readonly state: 'failed'; readonly error: unknown };

export type PictureOrder = { readonly file: string; readonly nominee: string; readonly content: Blob };

type Options = {
  id: number;
  use: 'logo' | 'picture';
  signal: AbortSignal;
  onSent(file: string, sent: Sent): void;
  /** Whether it waits because there is no answer. */
  onWaiting(waiting: boolean): void;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** Waits, but not after the signal or, once the browser is online again, any longer. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    signal.addEventListener('abort', end, { once: true });
  });

/** Sends pictures one after the other. Without an answer it stops, and goes on at the same file once there is one. */
export const sendPictures = async (orders: readonly PictureOrder[], options: Options): Promise<void> => {
  const { id, use, signal, onSent, onWaiting } = options;
  for (const { file, nominee, content } of orders) {
    for (let pause = FIRST_WAIT_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
      try {
        const input = { params: { id }, query: { nominee, use, name: file }, file: content };
        const { data } = await call(uploadPicture, input, { signal });
        onWaiting(false);
        onSent(file, { state: data.file === null ? 'refused' : 'used', notes: data.notes });
        break;
      } catch (error) {
        if (signal.aborted) return;
        const later = isFailure(error, 'limit.exceeded') ? asFailure(error).details.retryAfterSeconds : undefined;
        if (later === undefined && !isRetryable(error)) {
          onSent(file, { state: 'failed', error });
          break;
        }
        onWaiting(true);
        await wait(later === undefined ? pause : later * 1_000, signal);
      }
    }
  }
};
