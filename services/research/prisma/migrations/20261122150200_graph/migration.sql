-- Common Crawl's domain graph, as far as it is about sites that are known here.
CREATE SCHEMA graph;

CREATE TABLE graph.release (
  name text PRIMARY KEY,
  vertices text NOT NULL,
  edges text NOT NULL,
  ranks text NOT NULL,
  status text NOT NULL,
  step text,
  -- Part of the step's file that is read, 0 to 1.
  part real,
  links bigint NOT NULL DEFAULT 0,
  -- Links beyond the most that one site keeps.
  dropped bigint NOT NULL DEFAULT 0,
  ranked bigint NOT NULL DEFAULT 0,
  error text,
  -- When its last crawl ended.
  crawled_at timestamptz(3) NOT NULL,
  asked_at timestamptz(3) NOT NULL,
  done_at timestamptz(3)
);

-- Ids of the sites' own vertices, and the pairs of ids that link to them: what one step leaves for the next.
CREATE TABLE graph.target (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  id integer NOT NULL,
  host text NOT NULL,
  PRIMARY KEY (release, id)
);
CREATE TABLE graph.pair (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  from_id integer NOT NULL,
  to_id integer NOT NULL,
  PRIMARY KEY (release, from_id, to_id)
);

CREATE TABLE graph.link (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host_to text NOT NULL,
  host_from text NOT NULL,
  PRIMARY KEY (release, host_to, host_from)
);
CREATE TABLE graph.rank (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host text NOT NULL,
  place integer NOT NULL,
  PRIMARY KEY (release, host)
);
