/** A condition for receiving traffic; `run` resolves to the problem, or undefined. */
export type Check = { name: string; run(): Promise<string | undefined> };

export type Readiness = {
  ready: boolean;
  problems: Record<string, string>;
  /** Tasks before going live, in production only. They don't prevent voting. */
  toDo?: Record<string, string>;
};

const CHECK_TIMEOUT_MS = 2_000;

const timeLimited = async ({ name, run }: Check): Promise<[string, string] | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('no answer in time'), CHECK_TIMEOUT_MS);
  });
  try {
    const problem = await Promise.race([run(), late]);
    return problem === undefined ? undefined : [name, problem];
  } catch {
    return [name, 'failed'];
  } finally {
    clearTimeout(timer);
  }
};

/** Runs all checks concurrently. */
export const readinessOf = async (checks: readonly Check[]): Promise<Readiness> => {
  const problems = (await Promise.all(checks.map(timeLimited))).filter((each) => each !== undefined);
  return { ready: problems.length === 0, problems: Object.fromEntries(problems) };
};
