-- It returns more columns now, and CREATE OR REPLACE cannot change these. Functions are created after the migrations.
DROP FUNCTION IF EXISTS voter_facts(timestamptz);
