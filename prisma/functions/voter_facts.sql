-- What is known of the voters of the edition who voted since a moment, for the search of clusters: how and when the account was made,
-- and its number, mailbox and name as shapes. Says nothing of their choices. Runs as its owner, because no role reads account_traits.
CREATE OR REPLACE FUNCTION voter_facts(p_since timestamptz)
RETURNS TABLE (voter uuid, number text, mailbox_shape text, mailbox_stem text, mail_domain text, name_shape text, name_start text, name_end text, registered_at timestamptz, steps timestamptz[],
               network text, agent text, time_zone text, telegram_age text, followers text, carrier text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.voter_id, ltrim(a.phone_number, '+'),
         regexp_replace(regexp_replace(lower(split_part(a.email, '@', 1)), '[[:alpha:]]+', 'a', 'g'), '[0-9]', '9', 'g'),
         hashtext(nullif(regexp_replace(split_part(split_part(lower(a.email), '@', 1), '+', 1), '[^[:alpha:]]', '', 'g'), ''))::text,
         split_part(a.email_canonical, '@', 2),
         regexp_replace(regexp_replace(a.name, '[[:alpha:]]+', 'a', 'g'), '[0-9]', '9', 'g'),
         hashtext(left(lower(a.name), length(a.name) / 2))::text, hashtext(left(lower(a.name), 2) || right(lower(a.name), -(length(a.name) / 2)))::text,
         a.created_at,
         ARRAY[a.email_verified_at, a.totp_confirmed_at, p.at, s.at],
         host(network(set_masklen(h.observed_ip, CASE family(h.observed_ip) WHEN 4 THEN 24 ELSE 48 END))), h.user_agent, h.time_zone,
         t.telegram_age, t.followers, t.carrier
    FROM accounts a
    LEFT JOIN LATERAL (SELECT min(verified_at) AS at FROM phone_verifications WHERE account_id = a.id AND revoked_at IS NULL) p ON true
    LEFT JOIN LATERAL (SELECT min(verified_at) AS at FROM social_links WHERE account_id = a.id AND revoked_at IS NULL) s ON true
    LEFT JOIN LATERAL (SELECT observed_ip, user_agent, time_zone FROM client_hints WHERE account_id = a.id ORDER BY id LIMIT 1) h ON true
    LEFT JOIN LATERAL (SELECT max(value) FILTER (WHERE kind = 'telegram_age') AS telegram_age,
                              max(value) FILTER (WHERE kind = 'instagram_followers') AS followers,
                              max(value) FILTER (WHERE kind = 'carrier') AS carrier
                         FROM account_traits WHERE account_id = a.id) t ON true
   WHERE a.voter_id IN (SELECT v.voter_id FROM votes v JOIN categories c ON c.id = v.category_id WHERE v.cast_at >= p_since)
$$;
