-- The text messages of a day in the limits of numbers, by the channel with the most of them and by keys of the form sms:number:
-- with the fingerprint of the number. The
-- console's role reads no fingerprint of a number.
CREATE OR REPLACE FUNCTION count_number_messages(p_keys text[], p_now timestamptz) RETURNS TABLE (key text, points int4, expires_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT DISTINCT ON (k) k, count(*)::int4, min(c.charged_at) + interval '24 hours'
    FROM unnest(p_keys) k
    JOIN sms_charges c ON c.phone_hash = CASE WHEN k LIKE 'sms:number:_%' THEN decode(substr(k, 12), 'hex') END
   WHERE c.refunded_at IS NULL AND c.freed_at IS NULL AND c.charged_at > p_now - interval '24 hours'
   GROUP BY k, c.channel
   ORDER BY k, count(*) DESC
$$;
