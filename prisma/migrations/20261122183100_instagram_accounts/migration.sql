-- CreateTable
CREATE TABLE "instagram_accounts" (
    "id_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instagram_accounts_pkey" PRIMARY KEY ("id_hash")
);

-- CreateIndex
CREATE INDEX "instagram_accounts_account_id_idx" ON "instagram_accounts"("account_id");

-- AddForeignKey
ALTER TABLE "instagram_accounts" ADD CONSTRAINT "instagram_accounts_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE instagram_accounts ADD CONSTRAINT instagram_accounts_hash CHECK (octet_length(id_hash) = 32);
