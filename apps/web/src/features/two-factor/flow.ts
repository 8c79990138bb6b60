import type { ApiFailure } from '../../lib/failure.ts';

/** What came of the app's first code: the backup codes, or why it was refused. */
export type Proof = { readonly backupCodes: readonly string[] } | { readonly failure: ApiFailure };

/** The steps of linking an authenticator (spec §4, "Two-factor setup"). */
export type SetupStep =
  | { readonly at: 'qr' }
  | { readonly at: 'verify' }
  | { readonly at: 'codes'; readonly backupCodes: readonly string[] }
  | { readonly at: 'done' };

export type SetupEvent =
  | { readonly type: 'continue' }
  | { readonly type: 'back' }
  | { readonly type: 'verified'; readonly backupCodes: readonly string[] }
  | { readonly type: 'saved' };

/** QR, then the code, then the backup codes where there are some, then done; Back leads to the QR. */
export const nextSetupStep = (step: SetupStep, event: SetupEvent): SetupStep => {
  switch (event.type) {
    case 'continue':
      return step.at === 'qr' ? { at: 'verify' } : step;
    case 'back':
      return step.at === 'verify' ? { at: 'qr' } : step;
    case 'verified':
      if (step.at !== 'verify') return step;
      return event.backupCodes.length > 0 ? { at: 'codes', backupCodes: event.backupCodes } : { at: 'done' };
    case 'saved':
      return step.at === 'codes' ? { at: 'done' } : step;
  }
};

const GROUP = /.{1,4}/g;

/** The secret of an otpauth:// URI, as it is typed into an app; undefined where there is none. */
export const secretOf = (otpauthUri: string): string | undefined => {
  const uri = URL.parse(otpauthUri);
  return uri?.protocol === 'otpauth:' ? (uri.searchParams.get('secret') ?? undefined) : undefined;
};

/** A secret in groups of four, to be read and typed. */
export const grouped = (secret: string): string => (secret.match(GROUP) ?? []).join(' ');
