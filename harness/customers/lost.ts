import { until } from '@rts/local/testing/until'
import type { Agents, Guest } from './agents.ts'
import type { Customer, Rest, Site } from './rest.ts'

const checkedWithinMs = 60_000
/** Looks stay below a key's 30 calls a minute. */
const lookEveryMs = 4_000

export type Lost = { writes: number; lost: string[]; unchecked: string[] }

/** Reads all acknowledged writes back through the API: those that are not there, and keywords whose check did not come. */
export async function findLost(
  { rest, agents }: { rest: Rest; agents: Agents },
  { servers, guests }: { servers: readonly Customer[]; guests: readonly Guest[] },
): Promise<Lost> {
  const found: Lost = { writes: 0, lost: [], unchecked: [] }
  const noteFailure = (error: unknown) => void found.lost.push(String(error))

  async function lookAtSite(customer: Customer, site: Site): Promise<void> {
    const unchecked = () => site.keywords.filter(({ isChecked }) => !isChecked).map(({ phrase }) => phrase)
    const look = async () => {
      const missing = await rest.missingKeywords(customer, site)
      return (missing.length > 0 || unchecked().length === 0) && missing
    }
    await until(() => `checks of ${unchecked()}`, look, checkedWithinMs, lookEveryMs).then(
      (missing) => found.lost.push(...missing),
      (error: unknown) => (unchecked().length > 0 ? found.unchecked.push(...unchecked()) : noteFailure(error)),
    )
  }
  async function lookAt(customer: Customer): Promise<void> {
    const there = await rest.listSites(customer)
    found.lost.push(...customer.sites.filter(({ id }) => !there.has(id)).map(({ domain }) => domain))
    for (const site of customer.sites) {
      found.writes += 1 + site.keywords.length
      await lookAtSite(customer, site)
    }
  }
  async function lookAtGuest(guest: Guest): Promise<void> {
    if (guest.phrase === null) return
    found.writes += 2
    await agents.readPositions(guest)
  }
  await Promise.all([
    ...servers.map((one) => lookAt(one).catch(noteFailure)),
    ...guests.map((one) => lookAtGuest(one).catch(noteFailure)),
  ])
  return found
}
