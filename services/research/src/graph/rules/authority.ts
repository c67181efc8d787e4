/** Approximate size of the graph; the last place is worth 0. */
const domains = 1.2e8

/** 100 × (1 − log place ÷ log N) by harmonic centrality: place 1 is 100, 1,000 is 63, 1,000,000 is 26. Our scale. */
export function authorityOfPlace(place: number): number {
  return Math.max(0, Math.round(1_000 * (1 - Math.log10(place) / Math.log10(domains))) / 10)
}
