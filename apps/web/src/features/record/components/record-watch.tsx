import { useEffect, useState } from 'react';
import { compareNow, JITTER_MS, PAUSE_MS } from '../gossip.ts';
import type { Evidence } from '../kept.ts';
import type { PublicLog } from '../log-reader.ts';
import { FaultBanner } from './fault-banner.tsx';

/** Compares the record from time to time while the tab is visible. Shows a contradiction until the user hides it. */
const RecordWatch = ({ log }: { log: PublicLog }) => {
  const [evidence, setEvidence] = useState<Evidence>();
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const look = async (): Promise<void> => {
      if (document.visibilityState === 'visible') {
        const found = await compareNow(log, Date.now());
        if (stopped) return;
        setEvidence(found);
      }
      timer = setTimeout(() => void look(), PAUSE_MS + Math.random() * JITTER_MS);
    };
    void look();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [log]);
  return evidence === undefined || hidden ? null : <FaultBanner evidence={evidence} onHide={() => setHidden(true)} />;
};

export default RecordWatch;
