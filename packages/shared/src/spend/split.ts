/** A cost split evenly over accounts; the parts are whole millionths of a dollar and add up to it exactly. */
export function splitOver(accounts: readonly string[], usd: number): { accountId: string; usd: number }[] {
  const sorted = [...new Set(accounts)].sort()
  const millionths = Math.round(usd * 1e6)
  const each = Math.floor(millionths / sorted.length)
  const rest = millionths - each * sorted.length
  return sorted.map((accountId, i) => ({ accountId, usd: (each + (i < rest ? 1 : 0)) / 1e6 }))
}
