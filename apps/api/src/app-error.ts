import { ALL_ERRORS, type AnyErrorCode } from '@laurel/contracts/console/errors';

type Details = {
  /** Overrides the code's usual status (phone.unverified is 404 in check-phone, else 403). */
  status?: number;
  /** Further codes that apply. */
  also?: readonly AnyErrorCode[];
  data?: Record<string, unknown>;
  metadata?: Record<string, unknown>;
  retryAfterSeconds?: number;
  cause?: unknown;
};

/** An error with a typed code. The error handler turns it into a response. */
export class AppError extends Error {
  readonly code: AnyErrorCode;
  readonly status: number;
  /** `code`, then the further codes that apply. */
  readonly codes: readonly [AnyErrorCode, ...AnyErrorCode[]];
  readonly data: Record<string, unknown> | undefined;
  readonly metadata: Record<string, unknown> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: AnyErrorCode, details: Details = {}) {
    super(ALL_ERRORS[code].message, { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = details.status ?? ALL_ERRORS[code].status;
    this.codes = [code, ...(details.also ?? [])];
    this.data = details.data;
    this.metadata = details.metadata;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The refusal of a person who is signed in and not a voter yet: what is verified, and what is missing. */
export const notAVoter = (phoneVerified: boolean, socialVerified: boolean): AppError => {
  const [code, ...also] = [phoneVerified || 'phone.unverified', socialVerified || 'social.unverified'].filter(
    (each): each is AnyErrorCode => each !== true,
  );
  return new AppError(code ?? 'social.unverified', { also, metadata: { phoneVerified, socialVerified } });
};

/**
 * Invalid input that a schema cannot detect, because the rule needs the edition or the database. Names field and rule.
 */
export class FieldError extends Error {
  /** The message of each field: a key of FIELD_MESSAGES, or a text where no page translates it. */
  readonly fields: Readonly<Record<string, string>>;
  readonly code: AnyErrorCode;

  constructor(fields: Readonly<Record<string, string>>, code: AnyErrorCode = 'request.invalid') {
    super(ALL_ERRORS[code].message);
    this.name = 'FieldError';
    this.fields = fields;
    this.code = code;
  }
}
