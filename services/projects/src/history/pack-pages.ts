import { mapInSteps } from '@rts/shared/scheduling'
import type { Database } from '@rts/shared/service/transaction'
import { type CheckedPage, findBases } from './results-pages.sql.ts'
import { type PackedPage, packChanges, packPage } from './rules/packed-page.ts'

/** The bytes of a new page; `baseAt` is when the page was fetched whose changes they are. */
export type Packed = PackedPage & { baseAt: Date | null }
type Fetched = { target: { id: string }; page: CheckedPage }

const pagesAtOnce = 4

/** Packs new pages, each as the changes of an earlier one of its target where that is much shorter. */
export async function packPages<T extends Fetched>(
  db: Database,
  fetched: readonly T[],
): Promise<(T & { packed: Packed })[]> {
  const wanted = fetched.map(({ target, page }) => ({ targetId: target.id, fetchedAt: page.fetchedAt }))
  const bases = new Map((await findBases(db, wanted)).map((base) => [base.targetId, base]))
  return mapInSteps(fetched, pagesAtOnce, (one) => {
    const base = bases.get(one.target.id)
    const changes = base ? packChanges(one.page, base) : null
    return { ...one, packed: { ...(changes ?? packPage(one.page)), baseAt: (changes && base?.at) ?? null } }
  })
}
