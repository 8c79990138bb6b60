-- The releases that called them are older than the baseline, so a new database never has them.
DROP FUNCTION IF EXISTS cast_votes(uuid[], int4[], timestamptz, int2),
                        team_add_passkey(bytea, timestamptz, uuid, bytea, bytea, int8, text[], boolean, text, text, timestamptz),
                        send_test_message(uuid, text, text, text, json, int4, text, text, timestamptz);
