-- CreateTable
CREATE TABLE "floods" (
    "work" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "heat" DOUBLE PRECISION NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "floods_pkey" PRIMARY KEY ("work","network")
);

-- CreateTable
CREATE TABLE "spent_proofs" (
    "nonce" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "spent_proofs_pkey" PRIMARY KEY ("nonce")
);

-- CreateIndex
CREATE INDEX "floods_is_on_idx" ON "floods"("is_on");

-- CreateIndex
CREATE INDEX "floods_at_idx" ON "floods"("at");

-- CreateIndex
CREATE INDEX "spent_proofs_expires_at_idx" ON "spent_proofs"("expires_at");

ALTER TABLE floods
  ADD CONSTRAINT floods_work CHECK (work IN ('register', 'login', 'mail', 'sms')),
  ADD CONSTRAINT floods_heat CHECK (heat >= 0 AND heat < 'Infinity');
ALTER TABLE spent_proofs
  ADD CONSTRAINT spent_proofs_nonce CHECK (octet_length(nonce) = 16);
