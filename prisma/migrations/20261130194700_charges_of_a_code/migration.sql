CREATE INDEX CONCURRENTLY "sms_charges_challenge_id_idx" ON "sms_charges"("challenge_id");
