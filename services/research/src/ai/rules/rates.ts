/** Good answers of a window, how many of them name and cite the site, and how often rivals are named in them. */
export type Counts = { runs: number; mentions: number; citations: number; rivals: number }

/** Parts of 1; null where nothing was counted. Share of voice: the site's mentions among those of all that are known. */
export function ratesOf({ runs, mentions, citations, rivals }: Counts) {
  return {
    mentionRate: partOf(mentions, runs),
    citationRate: partOf(citations, runs),
    shareOfVoice: partOf(mentions, mentions + rivals),
  }
}

function partOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000
}
