-- The charges that decide about the limits of a text message, of those that are not refunded, and what was sent in the edition. With
-- p_charge it also stores the charge of the message, which is in none of them. Limits and budgets are counts of rows, so there is no
-- row to lock: transactions take turns here, those of all processes. So a transaction calls this last, and rolls back at a refusal.
CREATE OR REPLACE FUNCTION charge_code(p_charge uuid, p_challenge uuid, p_account uuid, p_phone_hash bytea, p_channel text, p_calling_code text,
                                       p_network text, p_dear text[], p_newest int4, p_country_nth int4, p_network_nth int4, p_total_nth int4,
                                       p_now timestamptz, OUT account timestamptz[], OUT number timestamptz[], OUT failed boolean,
                                       OUT country timestamptz, OUT network timestamptz, OUT total timestamptz, OUT sent json)
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_hour timestamptz := p_now - interval '1 hour';
  v_day timestamptz := p_now - interval '1 day';
BEGIN
  IF p_charge IS NOT NULL THEN PERFORM pg_advisory_xact_lock(hashtextextended('laurel sms charges', 0)); END IF;
  account := ARRAY(SELECT c.charged_at FROM sms_charges c
                    WHERE c.account_id = p_account AND c.channel = p_channel AND c.refunded_at IS NULL AND c.charged_at > v_day
                    ORDER BY c.charged_at DESC LIMIT p_newest);
  number := ARRAY(SELECT c.charged_at FROM sms_charges c
                   WHERE c.phone_hash = p_phone_hash AND c.channel = p_channel AND c.refunded_at IS NULL AND c.freed_at IS NULL
                     AND c.charged_at > v_day
                   ORDER BY c.charged_at DESC LIMIT p_newest);
  failed := coalesce((SELECT c.refunded_at IS NOT NULL OR EXISTS (SELECT FROM messages m WHERE m.id = c.id AND m.state = 'sent' AND m.problem IS NOT NULL)
                        FROM sms_charges c
                       WHERE c.account_id = p_account AND c.phone_hash = p_phone_hash AND c.channel = p_channel AND c.charged_at > v_day
                       ORDER BY c.charged_at DESC LIMIT 1), false);
  country := (SELECT c.charged_at FROM sms_charges c
               WHERE c.calling_code = p_calling_code AND c.channel = ANY(p_dear) AND c.refunded_at IS NULL AND c.charged_at > v_hour
               ORDER BY c.charged_at DESC OFFSET p_country_nth - 1 LIMIT 1);
  network := (SELECT c.charged_at FROM sms_charges c
               WHERE c.network = p_network AND c.channel = ANY(p_dear) AND c.refunded_at IS NULL AND c.charged_at > v_hour
               ORDER BY c.charged_at DESC OFFSET p_network_nth - 1 LIMIT 1);
  total := (SELECT c.charged_at FROM sms_charges c
             WHERE c.channel = ANY(p_dear) AND c.refunded_at IS NULL AND c.charged_at > v_hour
             ORDER BY c.charged_at DESC OFFSET p_total_nth - 1 LIMIT 1);
  sent := (SELECT coalesce(json_agg(json_build_object('channel', t.channel, 'country', t.calling_code, 'sent', t.sent)), '[]')
             FROM phone_code_totals t WHERE t.year = edition_year());
  IF p_charge IS NOT NULL THEN
    INSERT INTO sms_charges (id, challenge_id, account_id, phone_hash, calling_code, channel, network, charged_at)
    VALUES (p_charge, p_challenge, p_account, p_phone_hash, p_calling_code, p_channel, p_network, p_now);
  END IF;
END $$;
