-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "accounts" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "voter_id" UUID DEFAULT gen_random_uuid(),
    "name" TEXT,
    "email" TEXT,
    "email_canonical" TEXT,
    "phone_number" TEXT,
    "password_hash" TEXT,
    "language" TEXT NOT NULL DEFAULT 'en',
    "email_verified_at" TIMESTAMPTZ(3),
    "totp_secret" BYTEA,
    "totp_confirmed_at" TIMESTAMPTZ(3),
    "totp_last_step" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "two_factor_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "devices" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "account_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "backup_codes" (
    "account_id" UUID NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_codes_pkey" PRIMARY KEY ("account_id","code_hash")
);

-- CreateTable
CREATE TABLE "client_hints" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "observed_ip" INET NOT NULL,
    "declared_ip" TEXT,
    "user_agent" TEXT,
    "time_zone" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "client_hints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "categories" (
    "id" SMALLSERIAL NOT NULL,
    "nomination" TEXT NOT NULL,
    "niche" TEXT NOT NULL,
    "opens_at" TIMESTAMPTZ(3),
    "closes_at" TIMESTAMPTZ(3),

    CONSTRAINT "categories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "nominees" (
    "id" SERIAL NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "company" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "nominees_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "votes" (
    "voter_id" UUID NOT NULL,
    "category_id" SMALLINT NOT NULL,
    "nominee_id" INTEGER NOT NULL,
    "cast_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("voter_id","category_id")
);

-- CreateTable
CREATE TABLE "tallies" (
    "nominee_id" INTEGER NOT NULL,
    "slot" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "tallies_pkey" PRIMARY KEY ("nominee_id","slot")
);

-- CreateTable
CREATE TABLE "challenges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "handle_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "code_hash" BYTEA,
    "target_hash" BYTEA,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "delivery" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed_at" TIMESTAMPTZ(3),

    CONSTRAINT "challenges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sms_charges" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "challenge_id" UUID,
    "account_id" UUID NOT NULL,
    "phone_hash" BYTEA NOT NULL,
    "calling_code" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "charged_at" TIMESTAMPTZ(3) NOT NULL,
    "refunded_at" TIMESTAMPTZ(3),

    CONSTRAINT "sms_charges_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" TEXT NOT NULL,
    "points" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "claims" (
    "kind" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "held_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "claims_pkey" PRIMARY KEY ("kind","fingerprint")
);

-- CreateTable
CREATE TABLE "phone_verifications" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "phone_hash" BYTEA NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "phone_verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_links" (
    "id" BIGSERIAL NOT NULL,
    "account_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "subject_hash" BYTEA NOT NULL,
    "verified_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "social_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "social_requests" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "event_hash" BYTEA NOT NULL,
    "account_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "tag" TEXT,
    "proof_code" BYTEA,
    "subject_hash" BYTEA,
    "status" TEXT NOT NULL DEFAULT 'IN_PROGRESS',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "social_requests_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verification_logs" (
    "id" BIGSERIAL NOT NULL,
    "request_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_logs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "accounts_voter_id_key" ON "accounts"("voter_id");

-- CreateIndex
CREATE UNIQUE INDEX "accounts_email_canonical_key" ON "accounts"("email_canonical");

-- CreateIndex
CREATE INDEX "sessions_account_id_idx" ON "sessions"("account_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "devices_token_hash_key" ON "devices"("token_hash");

-- CreateIndex
CREATE INDEX "devices_account_id_idx" ON "devices"("account_id");

-- CreateIndex
CREATE INDEX "devices_expires_at_idx" ON "devices"("expires_at");

-- CreateIndex
CREATE INDEX "client_hints_account_id_idx" ON "client_hints"("account_id");

-- CreateIndex
CREATE INDEX "client_hints_created_at_idx" ON "client_hints"("created_at");

-- CreateIndex
CREATE UNIQUE INDEX "categories_nomination_niche_key" ON "categories"("nomination", "niche");

-- CreateIndex
CREATE UNIQUE INDEX "nominees_category_id_company_key" ON "nominees"("category_id", "company");

-- CreateIndex
CREATE UNIQUE INDEX "challenges_handle_hash_key" ON "challenges"("handle_hash");

-- CreateIndex
CREATE INDEX "challenges_account_id_kind_created_at_idx" ON "challenges"("account_id", "kind", "created_at");

-- CreateIndex
CREATE INDEX "challenges_expires_at_idx" ON "challenges"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "sms_charges_challenge_id_key" ON "sms_charges"("challenge_id");

-- CreateIndex
CREATE INDEX "sms_charges_charged_at_idx" ON "sms_charges"("charged_at");

-- CreateIndex
CREATE INDEX "sms_charges_account_id_charged_at_idx" ON "sms_charges"("account_id", "charged_at");

-- CreateIndex
CREATE INDEX "sms_charges_phone_hash_charged_at_idx" ON "sms_charges"("phone_hash", "charged_at");

-- CreateIndex
CREATE INDEX "rate_limits_expires_at_idx" ON "rate_limits"("expires_at");

-- CreateIndex
CREATE INDEX "claims_account_id_idx" ON "claims"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "phone_verifications_phone_hash_key" ON "phone_verifications"("phone_hash");

-- CreateIndex
CREATE INDEX "phone_verifications_account_id_idx" ON "phone_verifications"("account_id");

-- CreateIndex
CREATE INDEX "social_links_account_id_idx" ON "social_links"("account_id");

-- CreateIndex
CREATE UNIQUE INDEX "social_links_provider_subject_hash_key" ON "social_links"("provider", "subject_hash");

-- CreateIndex
CREATE UNIQUE INDEX "social_requests_event_hash_key" ON "social_requests"("event_hash");

-- CreateIndex
CREATE INDEX "social_requests_account_id_provider_created_at_idx" ON "social_requests"("account_id", "provider", "created_at");

-- CreateIndex
CREATE INDEX "social_requests_provider_status_created_at_idx" ON "social_requests"("provider", "status", "created_at");

-- CreateIndex
CREATE INDEX "verification_logs_request_id_idx" ON "verification_logs"("request_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "devices" ADD CONSTRAINT "devices_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "backup_codes" ADD CONSTRAINT "backup_codes_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "client_hints" ADD CONSTRAINT "client_hints_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "nominees" ADD CONSTRAINT "nominees_category_id_fkey" FOREIGN KEY ("category_id") REFERENCES "categories"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tallies" ADD CONSTRAINT "tallies_nominee_id_fkey" FOREIGN KEY ("nominee_id") REFERENCES "nominees"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_charges" ADD CONSTRAINT "sms_charges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sms_charges" ADD CONSTRAINT "sms_charges_challenge_id_fkey" FOREIGN KEY ("challenge_id") REFERENCES "challenges"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "phone_verifications" ADD CONSTRAINT "phone_verifications_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_links" ADD CONSTRAINT "social_links_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "social_requests" ADD CONSTRAINT "social_requests_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verification_logs" ADD CONSTRAINT "verification_logs_request_id_fkey" FOREIGN KEY ("request_id") REFERENCES "social_requests"("id") ON DELETE CASCADE ON UPDATE CASCADE;
