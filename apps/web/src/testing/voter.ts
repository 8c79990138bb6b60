/** A voter with an account. */
export const ADA = { name: 'Ada', email: 'ada@example.org', phoneNumber: '+380671234567' };

/** The server's answer about this voter, who has proven these. */
export const userInfo = (types: readonly string[], metadata?: object) => ({
  body: {
    success: true,
    data: { ...ADA, verifications: types.map((type) => ({ type, verified: true })) },
    ...(metadata === undefined ? {} : { metadata }),
  },
});
