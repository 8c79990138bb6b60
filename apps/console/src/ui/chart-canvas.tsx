import { localeOf } from '@laurel/contracts/languages';
import { DISPLAY_TIME_ZONE } from '@laurel/contracts/time-zone';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { useLanguage } from '../i18n/language.ts';
import styles from './chart.module.css';
import { AXIS_FORMATS, type ChartProps, type Series } from './chart-data.ts';

/** The CSS variable of each tone. The canvas needs its colour in the current theme. */
const COLOURS = { accent: '--violet', warn: '--gold-mark', bad: '--bad', usual: '--line-strong' } as const;

const colourOf = (element: Element, name: string): string => {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const lineOf = (element: Element, { label, tone = 'accent' }: Series): UPlot.Series => {
  const stroke = colourOf(element, COLOURS[tone]);
  return tone === 'usual'
    ? { label, stroke, width: 2, dash: [4, 5], points: { show: false } }
    : {
        label,
        stroke,
        width: 2.5,
        fill: stroke.replace('rgb(', 'rgba(').replace(')', ', 0.1)'),
        points: { show: false },
      };
};

/** Draws the values of a Chart, and draws them again when its width, its values or the theme changes. */
export const ChartCanvas = ({ times, series, height = 220, axis: shown = 'time', format = String }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<UPlot>(undefined);
  const language = useLanguage();
  const shape = JSON.stringify(series.map(({ label, tone }) => [label, tone]));
  const latest = useRef({ times, series, format });
  latest.current = { times, series, format };

  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const time = new Intl.DateTimeFormat(localeOf(language), AXIS_FORMATS[shown]);
    const draw = () => {
      drawn.current?.destroy();
      const [mute, line] = [colourOf(element, '--mute'), colourOf(element, '--line')];
      const axis = {
        stroke: mute,
        font: '13px "Manrope Variable", system-ui, sans-serif',
        grid: { stroke: line, width: 1 },
        ticks: { show: false },
      };
      drawn.current = new UPlot(
        {
          width: element.clientWidth,
          height,
          // The marks of the axis stand at whole hours and days of this zone.
          tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1_000), DISPLAY_TIME_ZONE),
          legend: { show: false },
          cursor: { drag: { x: false, y: false } },
          padding: [8, 20, 0, 0],
          scales: { y: { range: (_plot, _low, high) => [0, Math.max(1, high * 1.08)] } },
          axes: [
            {
              ...axis,
              grid: { show: false },
              size: 30,
              values: (_plot, splits) => splits.map((each) => time.format(each * 1_000)),
            },
            { ...axis, values: (_plot, splits) => splits.map((each) => latest.current.format(each)), size: 52 },
          ],
          series: [{}, ...latest.current.series.map((each) => lineOf(element, each))],
        },
        dataOf(latest.current),
        element,
      );
    };
    draw();
    const widths = new ResizeObserver(() => drawn.current?.setSize({ width: element.clientWidth, height }));
    widths.observe(element);
    const themes = new MutationObserver(draw);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', draw);
    return () => {
      widths.disconnect();
      themes.disconnect();
      system.removeEventListener('change', draw);
      drawn.current?.destroy();
      drawn.current = undefined;
    };
  }, [height, language, shape, shown]);

  useEffect(() => drawn.current?.setData(dataOf({ times, series })), [times, series]);

  return <div ref={place} className={styles.canvas} />;
};

const dataOf = ({ times, series }: Pick<ChartProps, 'times' | 'series'>): UPlot.AlignedData => [
  [...times],
  ...series.map(({ values }) => [...values]),
];
