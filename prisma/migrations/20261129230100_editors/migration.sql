-- The role of people who prepare editions, and do not publish them.
ALTER TABLE team_members DROP CONSTRAINT team_members_role,
  ADD CONSTRAINT team_members_role CHECK (role IN ('owner', 'organiser', 'editor', 'support', 'auditor')) NOT VALID;
ALTER TABLE team_invitations DROP CONSTRAINT team_invitations_role,
  ADD CONSTRAINT team_invitations_role CHECK (role IN ('owner', 'organiser', 'editor', 'support', 'auditor')) NOT VALID;
