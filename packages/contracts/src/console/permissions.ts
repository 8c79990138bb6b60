/** The roles of the organisers' team, from the most powerful. */
export const ROLES = ['owner', 'organiser', 'editor', 'support', 'auditor'] as const;
export type Role = (typeof ROLES)[number];

const ALL: readonly Role[] = ROLES;
const RUNS_THE_AWARD: readonly Role[] = ['owner', 'organiser'];
const DRAFTS: readonly Role[] = ['owner', 'organiser', 'editor'];
const HELPS_VOTERS: readonly Role[] = ['owner', 'organiser', 'support'];

/**
 * Who may do what in the console: the roles of each action. The server checks it for every call; the page hides what a role
 * may not do. An auditor reads everything but personal data. An editor prepares editions, which others publish, and reads what
 * everybody reads.
 */
export const PERMISSIONS = {
  'tonight.read': ALL,
  'results.read': ALL,
  /** Sees each vote at once. Others see the votes in the steps of `results.publishEvery` until no vote can follow. */
  'results.exact': RUNS_THE_AWARD,
  /** Takes the result away, as files and as pages to print, once the winners are announced (see `whenToTake`). */
  'results.take': ['owner', 'organiser', 'auditor'],
  /** Does so from the end of voting on. */
  'results.takeEarly': RUNS_THE_AWARD,
  /** Shows and plans the show of the ceremony. No winner is in it before its reveal. */
  'stage.show': RUNS_THE_AWARD,
  /** Reveals its winners, once `results.take` is possible, and has the codes that do so without a connection. */
  'stage.reveal': ['owner'],
  'reviews.read': HELPS_VOTERS,
  'reviews.decide': HELPS_VOTERS,
  'voters.read': HELPS_VOTERS,
  /** Shows an address or a number in full. */
  'voters.reveal': HELPS_VOTERS,
  /** Unlock, reset two-factor, sign out, send again, suspend and restore. */
  'voters.help': HELPS_VOTERS,
  'voters.erase': RUNS_THE_AWARD,
  'messages.read': ALL,
  /** Shows to whom a message was sent, masked. */
  'messages.recipients': HELPS_VOTERS,
  'messages.send': HELPS_VOTERS,
  'phases.read': ALL,
  'phases.move': RUNS_THE_AWARD,
  'edition.read': ALL,
  /** Uploads, copies and deletes drafts, and begins the edition of another year. Voters see nothing of it. */
  'edition.draft': DRAFTS,
  /** Publishes or proposes a draft or a version, and makes a year's edition the current one. */
  'edition.publish': RUNS_THE_AWARD,
  /** Makes and revokes the secret links to nominees' kits. */
  'kits.send': RUNS_THE_AWARD,
  /** Sees what people put forward, with their reasons. */
  'entries.read': ['owner', 'organiser', 'editor', 'auditor'],
  /** Gathers it into candidates, and decides about them. Voters see nothing of it. */
  'entries.decide': DRAFTS,
  'exclusions.read': ALL,
  /** Shows some of the accounts that an exclusion holds, masked, and their objections. */
  'exclusions.people': RUNS_THE_AWARD,
  'exclusions.change': RUNS_THE_AWARD,
  /** Adds and removes webhooks, and sends their calls again. Owners make keys of the API (`team.change`). */
  'integrations.change': RUNS_THE_AWARD,
  'audit.read': ['owner', 'organiser', 'auditor'],
  'team.read': ['owner', 'auditor'],
  'team.change': ['owner'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof PERMISSIONS;

export const ACTIONS: readonly Action[] = Object.keys(PERMISSIONS).filter(
  (action): action is Action => action in PERMISSIONS,
);

/** Whether a role may perform an action. */
export const mayDo = (role: Role, action: Action): boolean => {
  const roles: readonly Role[] = PERMISSIONS[action];
  return roles.includes(role);
};
