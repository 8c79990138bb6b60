-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "setup_id" UUID;

-- CreateTable
CREATE TABLE "two_factor_setups" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "browser_hash" BYTEA NOT NULL,
    "secret" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "two_factor_setups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "two_factor_setups_expires_at_idx" ON "two_factor_setups"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "two_factor_setups_account_id_browser_hash_key" ON "two_factor_setups"("account_id", "browser_hash");

-- AddForeignKey
ALTER TABLE "two_factor_setups" ADD CONSTRAINT "two_factor_setups_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE two_factor_setups
  ADD CONSTRAINT two_factor_setups_hash CHECK (octet_length(browser_hash) = 32),
  ADD CONSTRAINT two_factor_setups_times CHECK (expires_at > created_at);
ALTER TABLE challenges ADD CONSTRAINT challenges_setup CHECK (setup_id IS NULL OR kind = 'totp_setup');

-- The first setup that is confirmed ends all others of the account, whichever process confirms it; so does an erasure.
CREATE FUNCTION end_two_factor_setups() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM two_factor_setups WHERE account_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER accounts_end_setups AFTER UPDATE OF totp_confirmed_at, erased_at ON accounts FOR EACH ROW
  WHEN (NEW.totp_confirmed_at IS NOT NULL OR NEW.erased_at IS NOT NULL) EXECUTE FUNCTION end_two_factor_setups();
REVOKE ALL ON FUNCTION end_two_factor_setups() FROM PUBLIC;

-- Secrets that were shown to everybody who had the password are shown and confirmed no more: the next login begins anew.
UPDATE accounts SET totp_secret = NULL WHERE totp_confirmed_at IS NULL AND totp_secret IS NOT NULL;
