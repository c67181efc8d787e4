import { AppError } from '@rts/shared/errors'

type Paging = { limit?: number; cursor?: string }
type Page<Row> = { rows: Row[]; nextCursor: string | null }

const rowsOfPage = 1_000
const maxPages = 10

/** The rows of another service's list, up to ten thousand: in one answer, or page after page where that is too large for a message. */
export async function readWhole<Row>(ask: (paging: Paging) => Promise<Page<Row>>): Promise<Row[]> {
  try {
    return (await ask({})).rows
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'payload_too_large')) throw error
    return readPages(ask)
  }
}

async function readPages<Row>(ask: (paging: Paging) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const answer: Page<Row> = await ask({ limit: rowsOfPage, ...(cursor !== null && { cursor }) })
    rows.push(...answer.rows)
    cursor = answer.nextCursor
    if (cursor === null) break
  }
  return rows
}
