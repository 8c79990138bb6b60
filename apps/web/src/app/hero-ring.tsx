import type { StatisticsItem } from '@laurel/contracts/records';
import { useEdition } from '../features/edition/context.ts';
import { WinnersRing } from '../features/nominations/components/winners-ring.tsx';
import styles from './hero-ring.module.css';
import { useFinalStatistics } from './use-final-statistics.ts';

/** The winners on the ring of the hero's eclipse. */
const HeroRing = ({ inlined }: { inlined: readonly StatisticsItem[] }) => {
  const { nominations } = useEdition();
  return <WinnersRing className={styles.ring} nominations={nominations} statistics={useFinalStatistics(inlined)} />;
};

export default HeroRing;
