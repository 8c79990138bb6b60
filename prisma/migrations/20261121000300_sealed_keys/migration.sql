-- CreateTable
CREATE TABLE "sealed_keys" (
    "name" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sealed_keys_pkey" PRIMARY KEY ("name")
);
