-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "unconfirmed_tries" SMALLINT NOT NULL DEFAULT 0;

ALTER TABLE challenges ADD CONSTRAINT challenges_unconfirmed_tries CHECK (unconfirmed_tries >= 0);
