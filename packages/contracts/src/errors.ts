export type ErrorEntry = { readonly status: number; readonly message: string };

/** All failures of the API: code, HTTP status, and the text of `errors[0]`, which is the string of spec §8 if it has one. */
export const ERRORS = {
  'request.invalid': { status: 400, message: 'Some fields are not valid' },
  'request.malformed': { status: 400, message: 'The request could not be read' },
  'request.not_found': { status: 404, message: 'There is nothing at this address' },
  'request.too_large': { status: 413, message: 'The request is too large' },
  'request.unsupported_type': { status: 415, message: 'Send the request as application/json' },
  'account.email_taken': { status: 409, message: 'User with this email already exists' },
  'account.phone_taken': { status: 409, message: 'User with this phone number already exists' },
  'account.disposable_email': { status: 400, message: 'Disposable email addresses are not accepted' },
  'login.unknown': { status: 404, message: 'No user with this email or phone number' },
  'login.wrong_password': { status: 401, message: 'Incorrect password' },
  'login.email_unverified': {
    status: 403,
    message: 'Please verify your email using the verification code sent to you',
  },
  'login.suspended': { status: 403, message: 'This account is suspended. Write to support' },
  'email_code.expired': { status: 410, message: 'Verification code is invalid or has expired' },
  'email_code.wrong': { status: 400, message: 'The verification code provided is incorrect' },
  'email_code.used': { status: 409, message: 'This email is verified already. Set up two-factor authentication' },
  'otp.invalid': { status: 400, message: 'The provided OTP is invalid or expired' },
  'phone.unverified': { status: 403, message: 'No phone verification record for this user' },
  'phone.already_verified': { status: 409, message: 'Your phone number is verified already' },
  'phone.missing': { status: 400, message: 'There is no phone number on this account. Enter one' },
  'phone.cooldown': { status: 429, message: 'A code was sent a moment ago. Wait before you ask for another' },
  'phone.hourly': { status: 429, message: 'You can only request phone verification twice per hour' },
  'phone.daily': { status: 429, message: 'You can only request phone verification three times per day' },
  'phone.budget': { status: 429, message: 'Too many text messages are being sent right now. Try again later' },
  'phone_code.expired': { status: 410, message: 'No verification request found for this key' },
  'phone_code.wrong': { status: 400, message: 'The code you provided is incorrect' },
  'phone_code.attempts': { status: 429, message: 'Too many wrong codes. Ask for a new code' },
  'phone_code.undeliverable': {
    status: 410,
    message: 'The text message could not be delivered. Check the number and ask for a new code',
  },
  'social.unverified': { status: 403, message: 'No social verification record for this user' },
  'social.attempts': { status: 429, message: 'ATTEMPT_LIMIT' },
  'social.tag_used': { status: 409, message: 'TAG_USED' },
  'vote.exists': { status: 409, message: 'Vote already exists for this nomination and niche' },
  'vote.unknown_nominee': { status: 400, message: 'There is no such nominee in this category' },
  'vote.not_open': { status: 403, message: 'Voting is not open' },
  'auth.required': { status: 401, message: 'Log in to continue' },
  'auth.expired': { status: 401, message: 'Your session has ended. Log in again' },
  'limit.exceeded': { status: 429, message: 'Too many requests. Try again later' },
  'proof.needed': { status: 428, message: 'Many requests are arriving. Solve the challenge and send this one again' },
  'server.unavailable': { status: 503, message: 'The service is busy or restarting. Try again in a moment' },
  'entry.not_open': { status: 403, message: 'Nobody can be put forward at this time' },
  'entry.exists': { status: 409, message: 'You have put somebody forward in this category already' },
  'vote.in_doubt': { status: 503, message: 'Your vote may be recorded; we are checking. Ask again in a moment' },
  'server.error': { status: 500, message: 'Something went wrong on our side' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

export const ERROR_CODES: readonly ErrorCode[] = Object.keys(ERRORS).filter(
  (code): code is ErrorCode => code in ERRORS,
);

/** The values of login's `metadata.action`. */
export const LOGIN_ACTIONS = {
  linkAuthenticator: 'link_google_authenticator',
  verifyOtp: 'verify_otp',
} as const;

/** The `message` of a successful response after which another step is required. */
export const NOTICES = {
  twoFactorNeeded: 'You need to set up two-factor authentication',
  otpNeeded: 'Enter the code from your authenticator app',
} as const;
