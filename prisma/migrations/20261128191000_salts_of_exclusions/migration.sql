-- The leaf of an exclusion commits to the places of its votes. Who knows the log must not find them by trying, so the commitment has
-- a salt: 122 random bits. The table is small: it has a row for each decision.
ALTER TABLE "exclusions" ADD COLUMN "salt" BYTEA NOT NULL DEFAULT uuid_send(gen_random_uuid());
