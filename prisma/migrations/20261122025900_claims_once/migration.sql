-- DropForeignKey
ALTER TABLE "claims" DROP CONSTRAINT "claims_account_id_fkey";

-- AlterTable
ALTER TABLE "claims" ADD COLUMN     "since" TIMESTAMPTZ(3),
ALTER COLUMN "account_id" DROP NOT NULL;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
