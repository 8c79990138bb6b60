import { localeOf } from '@laurel/contracts/languages';
import { lazy, Suspense, useId } from 'react';
import { useLanguage } from '../i18n/language.ts';
import styles from './chart.module.css';
import { type ChartProps, rowFormat } from './chart-data.ts';

const Canvas = lazy(() => import('./chart-canvas.tsx').then(({ ChartCanvas }) => ({ default: ChartCanvas })));

/** Values over time. Its summary is the text alternative, and some of its values are in a table for screen readers. */
export const Chart = (props: ChartProps) => {
  const language = useLanguage();
  const id = useId();
  const { summary, times, series, height = 220, axis = 'time', format = String } = props;
  const time = new Intl.DateTimeFormat(localeOf(language), rowFormat(axis, times));
  /** The table has at most twelve rows, because a screen reader reads them all. */
  const step = Math.max(1, Math.ceil(times.length / 12));
  const inTable = times.map((at, place) => ({ at, place })).filter(({ place }) => place % step === 0);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <div className={styles.place} style={{ height }} aria-hidden="true">
        <Suspense fallback={null}>
          <Canvas {...props} height={height} />
        </Suspense>
      </div>
      <figcaption id={id} className="visually-hidden">
        {summary}
      </figcaption>
      <table className="visually-hidden">
        <thead>
          <tr>
            <td />
            {series.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {inTable.map(({ at, place }) => (
            <tr key={at}>
              <th scope="row">{time.format(at * 1_000)}</th>
              {series.map(({ label, values }) => {
                const value = values[place];
                return <td key={label}>{value === null || value === undefined ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};
