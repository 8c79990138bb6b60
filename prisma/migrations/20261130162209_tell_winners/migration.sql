-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "tell_winners" BOOLEAN NOT NULL DEFAULT false;
