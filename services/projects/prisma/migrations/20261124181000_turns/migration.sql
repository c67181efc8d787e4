-- What Prisma cannot say: the checks that are turns, kept where checks are stored, so that nobody reads weeks of checks to find them.

-- Whether a check is a turn beside the one before it. Of the site's own domain: the keyword came into the top ten, left it, or ranked with
-- another page. Of a competitor: it came ahead of the site.
CREATE FUNCTION ranks.is_ahead(rival integer, own integer) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN rival > 0 AND (own = 0 OR rival < own);

CREATE FUNCTION ranks.is_turn(
  is_own boolean, place integer, url text, own integer, before_place integer, before_url text, before_own integer
) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
  WHEN is_own THEN url IS DISTINCT FROM before_url OR (place BETWEEN 1 AND 10) <> (before_place BETWEEN 1 AND 10)
  ELSE ranks.is_ahead(place, own) AND NOT ranks.is_ahead(before_place, before_own) END;

-- `own` is the position of the site, whose domain is `own_id`, on the same page.
CREATE TABLE ranks.turn (
  own_id text NOT NULL,
  domain_id text NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  keyword_id text NOT NULL,
  epoch integer NOT NULL,
  position integer NOT NULL,
  url text,
  own integer NOT NULL,
  before_at timestamptz(3) NOT NULL,
  before_position integer NOT NULL,
  before_url text,
  before_own integer NOT NULL,
  PRIMARY KEY (own_id, domain_id, checked_at, keyword_id, epoch)
);

-- Finds the turns of keywords anew in their checks since a time, or only those of a competitor. A page has one time for all who are on it.
CREATE FUNCTION ranks.find_turns(keywords text[], rival_id text DEFAULT NULL, first_at timestamptz DEFAULT '-infinity')
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
      lag(position) OVER w AS before_position, lag(url) OVER w AS before_url, lag(own) OVER w AS before_own
    FROM page WHERE own IS NOT NULL AND (rival_id IS NULL OR domain_id = rival_id)
    WINDOW w AS (PARTITION BY keyword_id, domain_id ORDER BY checked_at))
  INSERT INTO ranks.turn (own_id, domain_id, checked_at, keyword_id, epoch, position, url, own, before_at, before_position, before_url, before_own)
  SELECT * FROM seen
  WHERE before_at IS NOT NULL AND ranks.is_turn(domain_id = own_id, position, url, own, before_position, before_url, before_own);
$$;

-- Nobody asks for more than sixty days. A site at a time, so that none needs too much memory.
DO $$
DECLARE
  keywords text[];
BEGIN
  FOR keywords IN SELECT array_agg(id) FROM keyword WHERE deleted_at IS NULL GROUP BY site_id LOOP
    PERFORM ranks.find_turns(keywords, first_at => now() - interval '62 days');
  END LOOP;
END $$;
