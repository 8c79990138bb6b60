CREATE TABLE account_passkeys (
  credential_id BYTEA NOT NULL CONSTRAINT account_passkeys_pkey PRIMARY KEY,
  account_id UUID NOT NULL CONSTRAINT account_passkeys_account_id_fkey REFERENCES accounts (id) ON DELETE CASCADE ON UPDATE CASCADE,
  public_key BYTEA NOT NULL,
  counter BIGINT NOT NULL CONSTRAINT account_passkeys_counter CHECK (counter >= 0),
  made_at TIMESTAMPTZ(3) NOT NULL,
  used_at TIMESTAMPTZ(3)
);
CREATE INDEX account_passkeys_account_id_idx ON account_passkeys (account_id);

-- An account is set up with an authenticator's secret, or with a passkey.
ALTER TABLE accounts ADD COLUMN passkey_at TIMESTAMPTZ(3);
ALTER TABLE accounts ADD CONSTRAINT accounts_has_second_factor
  CHECK (totp_confirmed_at IS NULL OR totp_secret IS NOT NULL OR passkey_at IS NOT NULL) NOT VALID;
ALTER TABLE accounts DROP CONSTRAINT accounts_totp_has_secret;
