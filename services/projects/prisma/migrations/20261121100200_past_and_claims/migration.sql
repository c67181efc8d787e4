-- AlterTable
ALTER TABLE "site" ADD COLUMN "claimed_from" TEXT;

-- CreateIndex
CREATE INDEX "site_claimed_from_idx" ON "site"("claimed_from");

-- What Prisma cannot say: the history of ranks.

-- Unknown for positions that another rank tracker found.
ALTER TABLE ranks.position ALTER COLUMN depth DROP NOT NULL;

-- The place of the first of a page's hosts that is `domain` or a subdomain of it, 0 when none is. Text search, since a
-- competitor's past goes through all pages of a site.
CREATE FUNCTION ranks.rank_of(hosts text[], domain text) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  lines text := E'\n' || array_to_string(hosts, E'\n', '') || E'\n';
  whole integer := strpos(lines, E'\n' || domain || E'\n');
  below integer := strpos(lines, '.' || domain || E'\n');
  first integer := CASE WHEN whole = 0 OR (below > 0 AND below < whole) THEN below ELSE whole END;
BEGIN
  RETURN CASE first WHEN 0 THEN 0 ELSE first - length(replace(left(lines, first), E'\n', '')) END;
END $$;
