/** What an account's pages have cost on a UTC day, in USD. */
export type AccountSpend = { id: string; spentUsd: number }
export type Shares = {
  /** Sets a page's price aside for its readers; null when each of them has used up its share of the day. */
  reserve(accounts: readonly AccountSpend[], priceUsd: number): { release(): void } | null
}

/**
 * Bounds what the pages of one account may cost a day: the page that reaches the share is its last. A page's price is split over
 * the accounts that read it, and set aside while it is fetched: spends are read before the fetch and booked after it.
 * `shareUsd` null bounds nothing.
 */
export function createShares(shareUsd: number | null): Shares {
  const reserved = new Map<string, number>()
  const add = (id: string, usd: number) => {
    const left = (reserved.get(id) ?? 0) + usd
    if (left > 1e-9) reserved.set(id, left)
    else reserved.delete(id)
  }
  return {
    reserve(accounts, priceUsd) {
      const part = priceUsd / Math.max(1, accounts.length)
      const hasRoom = ({ id, spentUsd }: AccountSpend) =>
        shareUsd === null || spentUsd + (reserved.get(id) ?? 0) < shareUsd - 1e-9
      if (accounts.length > 0 && !accounts.some(hasRoom)) return null
      for (const { id } of accounts) add(id, part)
      return {
        release: () => {
          for (const { id } of accounts) add(id, -part)
        },
      }
    },
  }
}

/** A cost split evenly; parts are whole millionths of a dollar and add up to it exactly. */
export function splitUsd(usd: number, parts: number): number[] {
  const millionths = Math.round(usd * 1e6)
  const each = Math.floor(millionths / parts)
  const rest = millionths - each * parts
  return Array.from({ length: parts }, (_, i) => (each + (i < rest ? 1 : 0)) / 1e6)
}
