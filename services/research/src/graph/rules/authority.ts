/** About how many domains the graph holds: the last place is worth nothing. */
const domains = 1.2e8

/**
 * Authority of a domain, 0 to 100, from its place by harmonic centrality in Common Crawl's domain graph: 100 × (1 − log place ÷ log N),
 * so that place 1 is 100, place 1,000 is 63 and place 1,000,000 is 26. The scale is our own.
 */
export function authorityOfPlace(place: number): number {
  return Math.max(0, Math.round(1_000 * (1 - Math.log10(place) / Math.log10(domains))) / 10)
}
