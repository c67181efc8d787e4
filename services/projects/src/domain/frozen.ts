export type Owned = { id: string; siteId: string }

/**
 * What stays active under a plan's limits: the oldest sites, and of their keywords the oldest. Both lists are oldest first.
 * The rest is frozen: readable, not checked.
 */
export function activeUnder(
  limits: { sites: number; keywords: number },
  siteIds: readonly string[],
  keywords: readonly Owned[],
): { sites: Set<string>; keywords: Set<string> } {
  const sites = new Set(siteIds.slice(0, limits.sites))
  const ofActiveSites = keywords.filter((keyword) => sites.has(keyword.siteId))
  return { sites, keywords: new Set(ofActiveSites.slice(0, limits.keywords).map((keyword) => keyword.id)) }
}
