import type { Role } from '@laurel/contracts/console/permissions';

declare const proven: unique symbol;

/** The person of a request to the console. Only the console's gate makes one, from a session that it has checked. */
export type TeamMember = {
  readonly id: string & { readonly [proven]: 'team' };
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  /** The person and the place, for the audit log, like `Olena (console)`. */
  readonly actor: string;
};
