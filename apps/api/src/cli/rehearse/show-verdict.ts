import { readMeasurements } from '../../rehearsal/measurements.ts';
import { type Verdict, verdictOf } from '../../rehearsal/verdict.ts';
import { EXIT, type ExitCode, json, type Output, table } from '../output.ts';

const tell = (output: Output, { go, rows, reasons }: Verdict): void => {
  const cells = rows.map(({ what, measured, need, ok }) => [ok ? 'ok' : 'NO-GO', what, measured, need]);
  for (const line of table(['', 'NUMBER', 'MEASURED', 'NEEDED'], cells)) output.line(line);
  output.line('');
  output.line(go ? 'GO: every need is met.' : 'NO-GO:');
  for (const reason of reasons) output.line(`  - ${reason}`);
};

/** Prints "go" or "no-go" with the numbers of a rehearsal, each beside its need. @param text the measurements, one a line */
export const showVerdict = (output: Output, text: string, inJson: boolean): ExitCode => {
  const verdict = verdictOf(readMeasurements(text));
  if (inJson) output.line(json(verdict));
  else tell(output, verdict);
  return verdict.go ? EXIT.ok : EXIT.problem;
};
