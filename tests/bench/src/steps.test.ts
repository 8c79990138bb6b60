import { expect, it } from 'vitest';
import { type Shown, showSteps } from './steps.ts';

/** An output that stores its text. */
const keep = (isTTY: boolean): Shown & { text(): string } => {
  let text = '';
  return {
    isTTY,
    write: (more) => {
      text += more;
    },
    text: () => text,
  };
};

it('prints a line for each finished step without a terminal', () => {
  const shown = keep(false);
  const steps = showSteps(shown, { total: 12, unit: 'cases' });
  steps.advance(1, 'votes');
  steps.above(() => shown.write('1,000 votes a second\n'));
  steps.advance(2, 'page');
  steps.end();
  expect(shown.text()).toBe('1 of 12 cases: votes\n1,000 votes a second\n3 of 12 cases: page\n');
});

it('draws a bar at the bottom of a terminal, below other output', () => {
  const shown = keep(true);
  const steps = showSteps(shown, { total: 2, unit: 'cases' });
  steps.advance(1, 'votes');
  steps.above(() => shown.write('1,000 votes a second\n'));
  steps.advance(1, 'page');
  steps.end();
  steps.above(() => shown.write('nothing got worse\n'));
  const [empty, half, full] = [0, 15, 30].map((count) => '█'.repeat(count) + '░'.repeat(30 - count));
  const bar = (drawn: string | undefined, done: number) => `\r\u001b[K${drawn} ${done} of 2 cases`;
  expect(shown.text()).toBe(
    `${bar(empty, 0)}${bar(half, 1)}\r\u001b[K1,000 votes a second\n${bar(half, 1)}${bar(full, 2)}\nnothing got worse\n`,
  );
});
