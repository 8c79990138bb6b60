const SECOND_MS = 1_000;

/** When a request was sent and its answer was there, by the clock of the device, milliseconds since 1970. */
type Trip = { sent: number; received: number };

/** Knows the server's time although the clock of the device is wrong, from the dates of the server's answers. */
export const createServerClock = () => {
  /** How far the server's clock is ahead, milliseconds: the least that the last answer allows. */
  let ahead = 0;
  return {
    /** Takes the Date header of an answer, which has whole seconds. */
    note: (date: string | null, { sent, received }: Trip): void => {
      const second = Date.parse(date ?? '');
      // Changed only as far as the answer requires: with a new guess for each, a shown time would jump.
      if (!Number.isNaN(second)) ahead = Math.min(Math.max(ahead, second - received), second + SECOND_MS - sent);
    },
    /** The server's time at a time of the device, both in milliseconds since 1970. */
    at: (time: number): number => time + ahead,
  };
};

/** The clock of the console's server. */
export const serverClock = createServerClock();
