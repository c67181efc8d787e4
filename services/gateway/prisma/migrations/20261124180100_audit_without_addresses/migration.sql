-- Entries about a team name people and invites by id: an address would stay after its person is gone.
UPDATE audit_entry SET detail = detail - 'email' - 'from' - 'to'
WHERE action IN (
  'member.invited', 'invite.revoked', 'member.joined', 'member.changed', 'member.removed', 'member.left', 'owner.changed'
);
