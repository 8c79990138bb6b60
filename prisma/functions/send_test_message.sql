-- Queues a test message to an address of the organisers, which only the sealed payload holds. False after p_most in an hour by one
-- person, or where a budget of text messages in an hour is used up: in all, or to the country. It is charged to these budgets like
-- a voter's message, but belongs to no account and to the limit of no number.
CREATE OR REPLACE FUNCTION send_test_message(p_id uuid, p_kind text, p_calling_code text, p_provider text, p_payload json, p_most int4,
                                             p_budget int4, p_country_budget int4, p_actor text, p_reason text, p_now timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- The messages of one person take turns, so that requests at once can't pass the limit together.
  PERFORM pg_advisory_xact_lock(5203182, hashtext(lower(p_actor)));
  IF (SELECT count(*) FROM audit_entries e
       WHERE e.at > p_now - interval '1 hour' AND e.action = 'message.test' AND same_person(e.actor, p_actor)) >= p_most THEN
    RETURN false;
  END IF;
  IF p_kind = 'sms' THEN
    -- The lock under which voters' messages are charged.
    PERFORM pg_advisory_xact_lock(hashtextextended('laurel sms charges', 0));
    IF (SELECT count(*) >= p_budget OR count(*) FILTER (WHERE c.calling_code = p_calling_code) >= p_country_budget
          FROM sms_charges c
         WHERE c.channel IN ('sms', 'voice') AND c.charged_at > p_now - interval '1 hour' AND c.refunded_at IS NULL) THEN
      RETURN false;
    END IF;
    INSERT INTO sms_charges (calling_code, network, charged_at) VALUES (p_calling_code, '', p_now);
  END IF;
  PERFORM queue_new_message(CASE p_kind WHEN 'sms' THEN 'send_sms' ELSE 'send_mail' END, p_id, p_payload, 0, NULL, 'test', p_calling_code,
                            p_provider, p_now);
  INSERT INTO audit_entries (at, actor, action, subject, reason, detail)
  VALUES (p_now, p_actor, 'message.test', 'message ' || p_id, p_reason, jsonb_build_object('kind', p_kind));
  RETURN true;
END $$;
