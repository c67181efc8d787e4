import { admit, type CheckDeps, queryOf } from './admit.ts'
import type { DuePage } from './due-pages.sql.ts'
import { fetchLive } from './page-fetch.ts'

/** Checks one page: its due readers get their ranks or the failure. Without a due reader the page is given back. */
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
