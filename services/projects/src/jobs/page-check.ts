import type { DuePage } from '../data/pages/due-store.ts'
import { admit, type CheckDeps, queryOf } from './admit.ts'
import { fetchLive } from './page-fetch.ts'

/** One check of one page: nobody wants it, or its readers get their ranks, or they are told why not. */
export async function checkPage(deps: CheckDeps, page: DuePage): Promise<void> {
  const held = await admit(deps, page, deps.serp.priceUsd(queryOf(page.target)))
  if (!held) return
  try {
    await fetchLive(deps, page.target, held)
  } catch (error) {
    await held.release()
    throw error
  }
}
