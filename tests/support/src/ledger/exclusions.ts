/** A step of an exclusion that an organiser made, and what came of it. */
export type StepEntry = {
  step: 'propose' | 'apply' | 'undo';
  /** Undefined for a proposal without an answer. */
  id: number | undefined;
  /** `unclear`: the connection broke, so the step may have been made. */
  outcome: 'done' | 'refused' | 'unclear';
};

/** An exclusion as the database has it. */
export type StoredExclusion = {
  id: number;
  /** The votes that its proposal counted, and those that it holds. */
  votes: number;
  held: number;
  applied: boolean;
  undone: boolean;
  /** Its entries in the audit log, in their order. */
  actions: string[];
};

/** Selects every `StoredExclusion`. */
export const STORED_EXCLUSIONS = `
  SELECT x.id, x.votes::int, (SELECT count(*)::int FROM excluded_votes e WHERE e.exclusion_id = x.id) AS held,
         x.applied_at IS NOT NULL AS applied, x.undone_at IS NOT NULL AS undone,
         ARRAY(SELECT a.action FROM audit_entries a WHERE a.subject = 'exclusion ' || x.id ORDER BY a.id) AS actions
    FROM exclusions x`;

/** Compares the steps with the stored exclusions: each step is made as a whole or not at all. @returns what is wrong */
export const compareExclusions = (entries: readonly StepEntry[], stored: readonly StoredExclusion[]): string[] => {
  const problems: string[] = [];
  const rows = new Map(stored.map((row) => [row.id, row]));
  const has = ({ applied, undone }: StoredExclusion, step: StepEntry['step']): boolean =>
    step === 'propose' || (step === 'apply' ? applied : undone);
  for (const { step, id, outcome } of entries) {
    if (outcome === 'refused') problems.push(`the exclusion ${id} was refused to ${step}`);
    if (outcome !== 'done' || id === undefined) continue;
    const row = rows.get(id);
    if (!row || !has(row, step)) problems.push(`the exclusion ${id}: ${step} was acknowledged and is not stored`);
  }
  const tried = new Set(entries.map(({ step, id }) => `${step} ${id}`));
  const known = new Set(entries.filter(({ step }) => step === 'propose').map(({ id }) => id));
  const unclear = entries.filter(({ step, id }) => step === 'propose' && id === undefined).length;
  if (stored.filter(({ id }) => !known.has(id)).length > unclear)
    problems.push('an exclusion is stored without a proposal');
  for (const row of stored) {
    const steps = (['propose', 'apply', 'undo'] as const).filter((step) => has(row, step));
    const made = steps.map((step) => `exclusion.${step}`);
    if (row.votes !== row.held) problems.push(`the exclusion ${row.id} holds ${row.held} votes of ${row.votes}`);
    if (row.actions.join() !== made.join())
      problems.push(`the exclusion ${row.id} is stored with ${made.join()}, and audited with ${row.actions.join()}`);
    for (const step of steps.filter((each) => each !== 'propose' && !tried.has(`${each} ${row.id}`)))
      problems.push(`the exclusion ${row.id}: ${step} is stored and was not asked for`);
  }
  return problems;
};
