import { mapInSteps } from '@rts/shared/scheduling'
import type { Database } from '@rts/shared/service/transaction'
import { findBases, type WaitingPage } from './results-pages.sql.ts'
import { unfoldPage } from './rules/folded-page.ts'
import { type PackedPage, packChanges, packPage } from './rules/packed-page.ts'

/** The bytes of a new page; `baseAt` is when the page was fetched whose changes they are. */
export type Packed = PackedPage & { baseAt: Date | null }
type Fetched = { target: { id: string }; page: WaitingPage }

/** How many pages are packed without a pause. */
const pagesAtOnce = 4

/** Packs new pages, each as the changes of an earlier one of its target where that is much shorter. */
export async function packPages(db: Database, fetched: readonly Fetched[]): Promise<Packed[]> {
  const wanted = fetched.map(({ target, page }) => ({ targetId: target.id, fetchedAt: page.fetchedAt }))
  const bases = new Map((await findBases(db, wanted)).map((base) => [base.targetId, base]))
  return mapInSteps(fetched, pagesAtOnce, ({ target, page: waiting }) => {
    const page = unfoldPage(waiting)
    const base = bases.get(target.id)
    const changes = base ? packChanges(page, base) : null
    return { ...(changes ?? packPage(page)), baseAt: (changes && base?.at) ?? null }
  })
}
