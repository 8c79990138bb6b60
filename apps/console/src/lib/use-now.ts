import { useEffect, useState } from 'react';
import { serverClock } from './server-clock.ts';

const read = (): number => serverClock.at(Date.now());

/** The server's time, milliseconds since 1970, updated every `everyMs` milliseconds. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(read()), everyMs);
    return () => window.clearInterval(timer);
  }, [everyMs]);
  return now;
};
