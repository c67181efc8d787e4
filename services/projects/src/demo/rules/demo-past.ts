/** The domain of the demo site. It cannot be registered, so no real site has it. */
export const demoDomain = 'demo.sandbox.example'

/** The ranks of one domain for a phrase, one per day; 0 is not found. */
export type PastRanks = { domain: string; url: string; positions: number[] }
/** The demo site from the sandbox: `positions` start on the day `from`, in UTC. */
export type DemoPast = {
  name: string
  domain: string
  country: string
  language: string
  competitors: string[]
  from: string
  keywords: { keyword: string; ranks: PastRanks[] }[]
}
