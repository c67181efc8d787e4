type Limits = { sites: number; keywords: number }
export type FreezableSite = { id: string; frozen: boolean }
export type FreezableKeyword = FreezableSite & { siteId: string }

/**
 * The ids of the sites and keywords to freeze or unfreeze under a plan's limits. The oldest sites are active; of their keywords those
 * that are active stay so before any thaws, each the oldest first. The rest is frozen: readable, but not checked. Both lists must be
 * oldest first.
 */
export function wronglyFrozen(limits: Limits, sites: readonly FreezableSite[], keywords: readonly FreezableKeyword[]) {
  const activeSites = idsOf(sites.slice(0, limits.sites))
  const ofActiveSites = keywords.filter(({ siteId }) => activeSites.has(siteId))
  const activeFirst = ofActiveSites.toSorted((a, b) => Number(a.frozen) - Number(b.frozen))
  const activeKeywords = idsOf(activeFirst.slice(0, limits.keywords))
  return { sites: wrong(sites, activeSites), keywords: wrong(keywords, activeKeywords) }
}

function idsOf(rows: readonly FreezableSite[]): Set<string> {
  return new Set(rows.map(({ id }) => id))
}

function wrong(rows: readonly FreezableSite[], active: ReadonlySet<string>): string[] {
  return rows.filter(({ id, frozen }) => frozen === active.has(id)).map(({ id }) => id)
}
