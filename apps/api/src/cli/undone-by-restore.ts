// What a restore undoes. A restored database has neither these changes nor their entries in the audit log.

/** Actions of the audit log that are repeated before visitors are let in: who may enter, and when voting opens and closes. */
export const REPEAT_FIRST = [
  'user.erase',
  'user.suspend',
  'user.sign-out',
  'user.reset-two-factor',
  'user.change-email',
  'team.remove',
  'team.change-role',
  'team.remove-passkey',
  'team.replace-passkeys',
  'team.end-session',
  // The link of an invitation that was revoked or used works again.
  'team.revoke-invitation',
  'team.accept',
  // A key that was revoked works again.
  'token.revoke',
  // Before the versions of its edition.
  'edition.create',
  'edition.import',
  'phase.set',
] as const;

/** Actions that can be repeated when the site runs. */
export const REPEAT_LATER = [
  'user.restore',
  'review.approve',
  'review.reject',
  'review.undo',
  'exclusion.apply',
  'exclusion.undo',
  // A proposal that was refused is open again.
  'exclusion.refuse',
  'phase.refuse',
  'objection.answer',
  'cluster.decide',
  'candidate.change',
  'candidate.undo',
  'team.set-alarm',
  'hook.add',
  'hook.remove',
  'token.add',
  'report.ask',
  // A show that began again has its earlier codes.
  'stage.restart',
  'stage.plan',
  'stage.reveal',
  // The address of a preview that was ended works again.
  'edition.end-preview',
  'edition.delete',
  // A link that was revoked works again; one that was made since leads nowhere.
  'kit.revoke',
  'kit.link',
  'secrets.reseal',
  // A switch that was planned before the backup is made again by itself.
  'edition.plan',
] as const;

/** The lines that a restore prints. @param from the time after which everything is undone, as text */
export const undoneLines = (from: string): readonly string[] => [
  `What organisers did after ${from} is undone. Before you let visitors in, do this again: ${REPEAT_FIRST.join(', ')}.`,
  `Afterwards: ${REPEAT_LATER.join(', ')}. The entries are in your copy of the audit log (docs/operations.md, step 7 of the restore).`,
];
