-- A code may be sent by several messages.
DROP INDEX CONCURRENTLY "sms_charges_challenge_id_key";
