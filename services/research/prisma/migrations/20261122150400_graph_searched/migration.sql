-- The sites that a release was searched for: those that came later are not among its links.
CREATE TABLE graph.searched (
  release text NOT NULL REFERENCES graph.release ON DELETE CASCADE,
  host text NOT NULL,
  PRIMARY KEY (release, host)
);
