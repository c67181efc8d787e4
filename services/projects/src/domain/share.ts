/** What an account's pages have cost on a UTC day, in USD. */
export type AccountSpend = { id: string; spentUsd: number }
/** `full`: each reader has used up its share. `stale`: one had room, but not with what was released since its spend was read. */
export type ShareVerdict = Reserved | 'full' | 'stale'
/** A price that is set aside; `raise` makes it the dearer one that it turned out to be. */
export type Reserved = { raise(priceUsd: number): void; release(): void }
export type Shares = {
  /** A moment, taken before spends are read: what is released later may or may not be in them. */
  mark(): number
  /** Sets a page's price aside for its readers, if one of them has room; what costs nothing always has. */
  reserve(accounts: readonly AccountSpend[], priceUsd: number, mark: number): ShareVerdict
}

/** So many releases are remembered; spends that were read before them are stale. */
const remembered = 10_000

/**
 * Bounds what the pages of one account may cost a day: the page that reaches the share is its last. A page's price is split over
 * the accounts that read it, and set aside while it is fetched: spends are read before the fetch and booked after it.
 * `shareUsd` null bounds nothing.
 */
export function createShares(shareUsd: number | null): Shares {
  const reserved = new Map<string, number>()
  const releases: AccountSpend[] = []
  let forgotten = 0
  const add = (id: string, usd: number) => {
    const left = (reserved.get(id) ?? 0) + usd
    if (left > 1e-9) reserved.set(id, left)
    else reserved.delete(id)
  }
  const release = (id: string, spentUsd: number) => {
    add(id, -spentUsd)
    releases.push({ id, spentUsd })
    if (releases.length > 2 * remembered) forgotten += releases.splice(0, remembered).length
  }
  const releasedSince = (mark: number, id: string) => {
    if (mark < forgotten) return Number.POSITIVE_INFINITY
    const own = releases.slice(mark - forgotten).filter((one) => one.id === id)
    return own.reduce((sum, one) => sum + one.spentUsd, 0)
  }
  const hasRoom = (id: string, usd: number) => shareUsd === null || usd + (reserved.get(id) ?? 0) < shareUsd - 1e-9
  return {
    mark: () => forgotten + releases.length,
    reserve(accounts, priceUsd, mark) {
      const partOf = (usd: number) => usd / Math.max(1, accounts.length)
      let part = partOf(priceUsd)
      const isBound = priceUsd > 0 && accounts.length > 0
      const open = accounts.filter(({ id, spentUsd }) => hasRoom(id, spentUsd))
      if (isBound && open.length === 0) return 'full'
      const isSure = ({ id, spentUsd }: AccountSpend) => hasRoom(id, spentUsd + releasedSince(mark, id))
      if (isBound && !open.some(isSure)) return 'stale'
      for (const { id } of accounts) add(id, part)
      return {
        raise: (usd) => {
          for (const { id } of accounts) add(id, partOf(usd) - part)
          part = partOf(usd)
        },
        release: () => {
          for (const { id } of accounts) release(id, part)
        },
      }
    },
  }
}

/** A page's cost split over the accounts that read it. */
export function splitOver(
  readers: readonly { accountId: string }[],
  usd: number,
): { accountId: string; usd: number }[] {
  const accounts = [...new Set(readers.map(({ accountId }) => accountId))].sort()
  const parts = splitUsd(usd, accounts.length)
  return accounts.map((accountId, i) => ({ accountId, usd: parts[i] ?? 0 }))
}

/** A cost split evenly; parts are whole millionths of a dollar and add up to it exactly. */
export function splitUsd(usd: number, parts: number): number[] {
  const millionths = Math.round(usd * 1e6)
  const each = Math.floor(millionths / parts)
  const rest = millionths - each * parts
  return Array.from({ length: parts }, (_, i) => (each + (i < rest ? 1 : 0)) / 1e6)
}
