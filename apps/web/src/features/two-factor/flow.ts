import type { ApiFailure } from '../../lib/failure.ts';

/** The result of the app's first code: the backup codes, or the failure. */
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

/** The QR code, the code, the backup codes if any, done; Back returns to the QR code. */
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

/** The secret of an otpauth:// URI; undefined if there is none. */
export const secretOf = (otpauthUri: string): string | undefined => {
  const uri = URL.parse(otpauthUri);
  return uri?.protocol === 'otpauth:' ? (uri.searchParams.get('secret') ?? undefined) : undefined;
};

/** Groups a secret by four characters, for typing. */
export const grouped = (secret: string): string => (secret.match(GROUP) ?? []).join(' ');
