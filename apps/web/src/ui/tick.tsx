import { useId } from 'react';
import styles from './tick.module.css';

/** A box to tick, with its words. */
export const Tick = ({ label, ticked, onTick }: { label: string; ticked: boolean; onTick(ticked: boolean): void }) => {
  const id = useId();
  return (
    <label className={styles.tick} htmlFor={id}>
      <input id={id} type="checkbox" checked={ticked} onChange={(event) => onTick(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
};
