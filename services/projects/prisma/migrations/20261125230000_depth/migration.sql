-- AlterTable
ALTER TABLE "site" ADD COLUMN "depth" INTEGER, ADD COLUMN "smart" BOOLEAN;
ALTER TABLE "keyword" ADD COLUMN "whole_at" TIMESTAMPTZ(3);
ALTER TABLE "keyword_state" ADD COLUMN "depth" INTEGER, ADD COLUMN "previous_depth" INTEGER;
ALTER TABLE "site_target" ADD COLUMN "depth" INTEGER;

-- What Prisma cannot say: checks that could not be stored, and turns only between ranks that can be compared.
ALTER TABLE ranks.unstored_check ADD COLUMN depth integer;

-- Whether a rank can be compared with the one before it: one that was not found is only known to be beyond its depth. Unknown depths
-- are those of other rank trackers and of the time when all pages were read to the same depth.
CREATE FUNCTION ranks.is_comparable(place integer, depth integer, before_place integer, before_depth integer)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(place > 0 OR before_place <= depth, true) AND coalesce(before_place > 0 OR place <= before_depth, true);

CREATE OR REPLACE FUNCTION ranks.find_turns(keywords text[], rival_id text DEFAULT NULL, first_at timestamptz DEFAULT '-infinity')
RETURNS void LANGUAGE sql AS $$
  -- One after the other, so that each sees the checks of the one before.
  SELECT FROM keyword WHERE id = ANY(keywords) ORDER BY id FOR NO KEY UPDATE;
  DELETE FROM ranks.turn t
  WHERE t.own_id IN (SELECT d.id FROM keyword k JOIN tracked_domain d ON d.site_id = k.site_id AND d.kind = 'own' WHERE k.id = ANY(keywords))
    AND (rival_id IS NULL OR t.domain_id = rival_id) AND t.checked_at >= first_at AND t.keyword_id = ANY(keywords);
  WITH page AS (
    SELECT own.id AS own_id, p.*, max(p.position) FILTER (WHERE p.domain_id = own.id) OVER (PARTITION BY p.keyword_id, p.checked_at) AS own
    FROM keyword k
    JOIN tracked_domain own ON own.site_id = k.site_id AND own.kind = 'own' AND own.deleted_at IS NULL
    JOIN ranks.position p ON p.keyword_id = k.id AND p.epoch = k.epoch AND p.checked_at >= first_at
    WHERE k.id = ANY(keywords) AND (rival_id IS NULL OR p.domain_id IN (own.id, rival_id))),
  seen AS (
    SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, lag(checked_at) OVER w AS before_at,
      lag(position) OVER w AS before_position, lag(url) OVER w AS before_url, lag(own) OVER w AS before_own, depth, lag(depth) OVER w AS before_depth
    FROM page WHERE own IS NOT NULL AND (rival_id IS NULL OR domain_id = rival_id)
    WINDOW w AS (PARTITION BY keyword_id, domain_id ORDER BY checked_at))
  INSERT INTO ranks.turn (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
  SELECT own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own FROM seen
  WHERE before_at IS NOT NULL AND ranks.is_turn(domain_id = own_id, position, url, own, before_position, before_url, before_own)
    AND ranks.is_comparable(position, depth, before_position, before_depth);
$$;
