SET LOCAL lock_timeout = '3s';

-- The only sites that a member, or who accepts an invite, may see; null: all of the account.
-- With a list a member is `limited` instead of `active`, an invite `limited` instead of `pending`: the release before knows no limit,
-- and must not know them.
ALTER TABLE "member" ADD COLUMN "site_ids" TEXT[];
ALTER TABLE "invite" ADD COLUMN "site_ids" TEXT[];

-- As `member_seat`, with those who are limited to sites.
CREATE VIEW account_seat AS
  SELECT account_id, person_id, role, site_ids, joined_at,
    CASE role WHEN 'owner' THEN 1
      ELSE 1 + (count(*) FILTER (WHERE role <> 'owner') OVER (PARTITION BY account_id ORDER BY joined_at, person_id))::int
    END AS seat
  FROM member WHERE state IN ('active', 'limited');
