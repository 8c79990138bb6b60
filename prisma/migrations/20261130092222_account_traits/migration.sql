-- CreateTable
CREATE TABLE "account_traits" (
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "noted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "account_traits_pkey" PRIMARY KEY ("account_id","kind")
);

-- CreateIndex
CREATE INDEX "account_traits_noted_at_idx" ON "account_traits" USING BRIN ("noted_at");

-- AddForeignKey
ALTER TABLE "account_traits" ADD CONSTRAINT "account_traits_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Buckets only: no id and no number of followers fits.
ALTER TABLE account_traits ADD CONSTRAINT account_traits_bucket CHECK (
  CASE kind WHEN 'telegram_age' THEN value ~ '^(20[0-9]{2}|new)$'
            WHEN 'instagram_followers' THEN value IN ('0', '1-9', '10-99', '100-999', '1000+', 'unknown')
            WHEN 'carrier' THEN value IN ('mobile', 'landline', 'voip', 'unknown')
            ELSE false END);
