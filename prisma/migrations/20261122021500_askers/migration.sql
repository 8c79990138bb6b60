-- DropForeignKey
ALTER TABLE "challenges" DROP CONSTRAINT "challenges_account_id_fkey";

-- AlterTable
ALTER TABLE "challenges" ADD COLUMN     "thread" TEXT,
ALTER COLUMN "account_id" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "challenges_thread_idx" ON "challenges"("thread");

-- AddForeignKey
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Who answers a code is counted by somebody: by the account, or by who asked for it.
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_somebodys" CHECK (account_id IS NOT NULL OR (thread IS NOT NULL AND kind IN ('email', 'password_reset')));
