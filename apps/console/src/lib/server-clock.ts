const SECOND_MS = 1_000;

/** When a request was sent and when its answer arrived, by the device's clock, milliseconds since 1970. */
type Trip = { sent: number; received: number };

/**
 * Creates a clock that computes the server's time from the dates of its answers, even if the device's clock is wrong.
 */
export const createServerClock = () => {
  /** How far the server's clock is ahead of the device's, milliseconds. */
  let ahead = 0;
  return {
    /** Takes the Date header of an answer, which has whole seconds. */
    note: (date: string | null, { sent, received }: Trip): void => {
      const second = Date.parse(date ?? '');
      // Changes only as far as the answer requires: with a new estimate for each answer, a shown time would jump.
      if (!Number.isNaN(second)) ahead = Math.min(Math.max(ahead, second - received), second + SECOND_MS - sent);
    },
    /** Converts a time of the device's clock to the server's; both in milliseconds since 1970. */
    at: (time: number): number => time + ahead,
  };
};

/** The clock of the console's server. */
export const serverClock = createServerClock();
