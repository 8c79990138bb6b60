import type { ApiFailure } from '../../lib/failure.ts';
import { parseUrl } from '../../lib/parse-url.ts';

/** The result of the first proof of a setup: the backup codes, or the failure. */
export type Proof = { readonly backupCodes: readonly string[] } | { readonly failure: ApiFailure };

/** The steps of the setup (spec §4, "Two-factor setup"): the choice, if there is one, then linking an authenticator. */
export type SetupStep =
  | { readonly at: 'choose' }
  | { readonly at: 'qr' }
  | { readonly at: 'verify' }
  | { readonly at: 'codes'; readonly backupCodes: readonly string[] }
  | { readonly at: 'done' };

export type SetupEvent =
  | { readonly type: 'continue' }
  | { readonly type: 'back' }
  | { readonly type: 'verified'; readonly backupCodes: readonly string[] };

/** The next step: the QR code, the app's code, the backup codes if there are any, done. A passkey is one at the choice. */
export const nextSetupStep = (step: SetupStep, event: SetupEvent): SetupStep => {
  switch (event.type) {
    case 'continue':
      if (step.at === 'choose') return { at: 'qr' };
      return step.at === 'qr' ? { at: 'verify' } : step;
    case 'back':
      if (step.at === 'qr') return { at: 'choose' };
      return step.at === 'verify' ? { at: 'qr' } : step;
    case 'verified':
      if (step.at !== 'verify' && step.at !== 'choose') return step;
      return event.backupCodes.length > 0 ? { at: 'codes', backupCodes: event.backupCodes } : { at: 'done' };
  }
};

/** The account of an otpauth:// URI, which is its label without the issuer; undefined if there is none. */
export const accountOf = (otpauthUri: string): string | undefined => {
  const uri = parseUrl(otpauthUri);
  if (uri?.protocol !== 'otpauth:') return undefined;
  try {
    // Before Chrome 130, the path begins with the host.
    const label = decodeURIComponent(uri.pathname.slice(uri.pathname.lastIndexOf('/') + 1));
    return label.slice(label.indexOf(':') + 1).trim() || undefined;
  } catch {
    return undefined;
  }
};

/** The lines before the codes in the file of the backup codes. */
export type FileHead = {
  readonly title: string;
  readonly address: string;
  readonly account: string | undefined;
  readonly use: string;
};

/** The file of the backup codes: the award, the account and the use, then one code per line. */
export const backupFileText = ({ title, address, account, use }: FileHead, codes: readonly string[]): string =>
  [title, address, ...(account === undefined ? [] : [account]), '', use, '', ...codes, ''].join('\n');

/** The groups of a backup code, and of the app's key. */
export const BACKUP_CODE_GROUP = 5;
const KEY_GROUP = 4;

/** The secret of an otpauth:// URI; undefined if there is none. */
export const secretOf = (otpauthUri: string): string | undefined => {
  const uri = parseUrl(otpauthUri);
  return uri?.protocol === 'otpauth:' ? (uri.searchParams.get('secret') ?? undefined) : undefined;
};

/** Groups the characters of a secret, for typing. */
export const grouped = (secret: string, size = KEY_GROUP): string =>
  (secret.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(' ');
