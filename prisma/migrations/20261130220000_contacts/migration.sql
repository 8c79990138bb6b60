ALTER TABLE "social_requests" ADD COLUMN     "contact_at" TIMESTAMPTZ(3);
