ALTER TABLE team_members VALIDATE CONSTRAINT team_members_role;
ALTER TABLE team_invitations VALIDATE CONSTRAINT team_invitations_role;
