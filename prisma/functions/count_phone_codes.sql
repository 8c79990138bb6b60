-- Counts a message with a code, a refund, or a number that a code proved, by the channel and the country of the number's newest message.
-- At the commit, so that others hardly wait for the row. Without an edition nothing is counted.
CREATE OR REPLACE FUNCTION count_phone_codes() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_sent int4 := CASE WHEN TG_TABLE_NAME = 'phone_verifications' THEN 0 WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END;
  v_charge sms_charges;
BEGIN
  IF v_sent <> 0 THEN
    v_charge := NEW;
  ELSE
    SELECT * INTO v_charge FROM sms_charges c WHERE c.account_id = NEW.account_id AND c.phone_hash = NEW.phone_hash AND c.refunded_at IS NULL
     ORDER BY c.charged_at DESC LIMIT 1;
  END IF;
  INSERT INTO phone_code_totals AS t (year, channel, calling_code, sent, proven)
  SELECT y.year, v_charge.channel, v_charge.calling_code, v_sent, 1 - abs(v_sent) FROM years y WHERE y.state = 'current' AND v_charge.id IS NOT NULL
  ON CONFLICT (year, channel, calling_code) DO UPDATE SET sent = t.sent + excluded.sent, proven = t.proven + excluded.proven;
  RETURN NULL;
END $$;

-- A constraint trigger can't be replaced, and dropping one would lock votes out.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_trigger WHERE tgname = 'sms_charges_count') THEN RETURN; END IF;
  CREATE CONSTRAINT TRIGGER sms_charges_count AFTER INSERT OR UPDATE OF refunded_at ON sms_charges DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION count_phone_codes();
  CREATE CONSTRAINT TRIGGER phone_verifications_count AFTER INSERT ON phone_verifications DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION count_phone_codes();
END $$;
