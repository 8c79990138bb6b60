import type { Role } from '@laurel/contracts/console/permissions';

declare const proven: unique symbol;

/** The person of a request to the console. Only the console's guard makes one, from a session that it has checked. */
export type TeamMember = {
  readonly id: string & { readonly [proven]: 'team' };
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  /** When the session started, and when it ends at the latest. */
  readonly startedAt: Date;
  readonly endsAt: Date;
  /** The person and the place, for the audit log, like `Olena (console)`. */
  readonly actor: string;
};
