import { LATE, waitAtMost } from '../../concurrency/wait-at-most.ts';

/** A condition for receiving traffic. `run` resolves to the problem, or to undefined if the condition is met. */
export type Check = { name: string; run(): Promise<string | undefined> };

export type Readiness = {
  ready: boolean;
  problems: Record<string, string>;
  /** Tasks before going live, in production only. They don't prevent voting. */
  toDo?: Record<string, string>;
};

const CHECK_TIMEOUT_MS = 2_000;

const timeLimited = async ({ name, run }: Check): Promise<[string, string] | undefined> => {
  try {
    const problem = await waitAtMost(CHECK_TIMEOUT_MS, run());
    if (problem === LATE) return [name, 'no answer in time'];
    return problem === undefined ? undefined : [name, problem];
  } catch {
    return [name, 'failed'];
  }
};

/** Runs all checks concurrently. A check that throws is a problem, reported without the error's message. */
export const readinessOf = async (checks: readonly Check[]): Promise<Readiness> => {
  const problems = (await Promise.all(checks.map(timeLimited))).filter((each) => each !== undefined);
  return { ready: problems.length === 0, problems: Object.fromEntries(problems) };
};
