/** The ranks of one domain for a phrase, one a day; 0 for not found. */
export type PastRanks = { domain: string; url: string; positions: number[] }
/** What the sandbox says of its demo site: `positions` begin on the day `from`, in UTC. */
export type DemoPast = {
  name: string
  domain: string
  country: string
  language: string
  competitors: string[]
  from: string
  keywords: { keyword: string; ranks: PastRanks[] }[]
}
