-- The open invitation of a link.
CREATE OR REPLACE FUNCTION team_invitation(p_token_hash bytea, p_now timestamptz)
RETURNS TABLE (id uuid, name text, role text, invited_by text, member_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.id, i.name, i.role, i.invited_by, i.member_id FROM team_invitations i
   WHERE i.token_hash = p_token_hash AND i.used_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now
$$;
