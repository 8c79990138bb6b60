import { ERRORS, type ErrorEntry } from '../errors.ts';

/** The failures of the console's calls, in addition to the general ones. They are apart from those of the voters' page. */
export const CONSOLE_ERRORS = {
  'console.signed_out': { status: 401, message: 'Sign in with your passkey' },
  'console.forbidden': { status: 403, message: 'Your role does not allow this' },
  'console.cross_origin': { status: 403, message: 'The request did not come from the console' },
  'console.passkey_needed': { status: 403, message: 'Confirm this with your passkey' },
  'console.passkey_refused': { status: 401, message: 'This passkey was not accepted' },
  'console.passkey_known': { status: 409, message: 'This passkey is registered already' },
  'console.challenge_expired': { status: 410, message: 'The request for a passkey has expired. Try again' },
  'console.invitation_invalid': { status: 410, message: 'This invitation was used or has expired. Ask for a new one' },
  'console.name_taken': { status: 409, message: 'Somebody on the team has this name' },
  'console.last_owner': { status: 409, message: 'The team needs an owner with a passkey' },
  'console.last_passkey': { status: 409, message: 'This is the only passkey. Add another one first' },
  'console.not_found': { status: 404, message: 'This does not exist, or no longer' },
  'console.changed': { status: 409, message: 'Somebody else changed this. Look at it again' },
  'console.too_late': { status: 409, message: 'This was decided too long ago' },
  'console.tag_taken': { status: 409, message: 'Another person has submitted this name since' },
  'console.no_open_code': { status: 409, message: 'No code is open. The person asks for one on the page' },
  'console.on_its_way': { status: 409, message: 'The last mail is still on its way' },
  'console.second_person': { status: 409, message: 'A second person must decide this' },
  'console.upload_refused': { status: 400, message: 'This file can’t be used' },
  'console.draft_problems': { status: 409, message: 'This draft has problems. Correct them and upload it again' },
  'console.votes_withdrawn': { status: 409, message: 'Nominees that have votes are missing from this edition' },
  'console.other_year': { status: 409, message: 'There is no edition of this year. Begin it first' },
  'console.edition_exists': { status: 409, message: 'There is an edition of this year already' },
  'console.edition_kept': {
    status: 409,
    message: 'Only an edition that was never live can be deleted, while no switch to it is planned',
  },
  'console.edition_unpublished': { status: 409, message: 'Nothing was published for this year yet' },
  'console.edition_open': { status: 409, message: 'The current edition is not over yet' },
  'console.times_refused': { status: 409, message: 'These times are not possible' },
  'console.message_over': {
    status: 409,
    message: 'This message can’t be sent again: it was sent, is being sent, or its code is no longer kept',
  },
  'console.no_result': { status: 409, message: 'The result can’t be taken away yet' },
  'console.embargo': { status: 403, message: 'The results are hidden from the team until the winners are announced' },
  'console.is_public': { status: 409, message: 'Visitors see these winners already' },
  'console.code_needed': { status: 403, message: 'This winner opens with its code on the run sheet' },
} as const satisfies Record<string, ErrorEntry>;

export type ConsoleErrorCode = keyof typeof CONSOLE_ERRORS;

/** All failures that the console can receive. */
export const ALL_ERRORS = { ...ERRORS, ...CONSOLE_ERRORS } as const;
export type AnyErrorCode = keyof typeof ALL_ERRORS;

export const ALL_ERROR_CODES: readonly AnyErrorCode[] = Object.keys(ALL_ERRORS).filter(
  (code): code is AnyErrorCode => code in ALL_ERRORS,
);
