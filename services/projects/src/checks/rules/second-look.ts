import { hourMs } from '@rts/shared/clock'
import { needsSecondLook } from '@rts/shared/tremble'
import { type CompactPage, rankOnPage } from '../../history/rules/history.ts'

type Looked = { checkedAt: Date | null }
type ReadPage = CompactPage & { depth: number }

/** A check that follows another one so soon looks at the same page again. */
const oneCheckMs = 12 * hourMs
const secondAfterMs = hourMs / 2

export function isSecondLook({ checkedAt }: Looked, now: Date): boolean {
  return checkedAt !== null && now.getTime() - checkedAt.getTime() < oneCheckMs
}

/** When a page is looked at again that shows a domain far behind the places of its last looks; null where it does not, or was. */
export function secondLookAt(
  keyword: Looked & { places: readonly number[]; domain: string },
  page: ReadPage & { fetchedAt: Date },
): Date | null {
  if (isSecondLook(keyword, page.fetchedAt)) return null
  const { position } = rankOnPage(page, keyword.domain)
  const isFar = needsSecondLook(keyword.places, position === 0 ? page.depth + 1 : position)
  return isFar ? new Date(page.fetchedAt.getTime() + secondAfterMs) : null
}
