import { hourMs } from '@rts/shared/clock'
import { needsSecondLook } from '@rts/shared/tremble'
import { type CompactPage, rankOnPage } from '../../history/rules/history.ts'

type Looked = { checkedAt: Date | null }
type ReadPage = CompactPage & { depth: number }

/** A check that follows another one so soon looks at the same page again. */
const oneCheckMs = 12 * hourMs
const secondAfterMs = hourMs / 2

/** Whether a reader had a check that worked within the last hours. */
export function isSecondLook({ checkedAt }: Looked, now: Date): boolean {
  return checkedAt !== null && now.getTime() - checkedAt.getTime() < oneCheckMs
}

/** When a page is looked at again that shows a domain far behind the places of its last looks; null where it does not, or was. */
export function secondLookAt(
  reader: Looked & { places: readonly number[]; domain: string },
  page: ReadPage & { fetchedAt: Date },
): Date | null {
  if (isSecondLook(reader, page.fetchedAt)) return null
  const { position } = rankOnPage(page, reader.domain)
  const isFar = needsSecondLook(reader.places, position === 0 ? page.depth + 1 : position)
  return isFar ? new Date(page.fetchedAt.getTime() + secondAfterMs) : null
}
