import type { OutputOf } from '../../api/call.ts'
import { readable } from '../../kit/words/address-text.ts'

export type Idea = OutputOf<'ideas.list'>['ideas'][number]
/** A topic with all ideas that it covers; the first has the highest score. */
export type IdeaRow = { title: string; first: Idea; ideas: readonly Idea[] }

/** Ideas for the same page share a row, because the page is written once; equal titles are made distinct. */
export function ideaRows(ideas: readonly Idea[]): IdeaRow[] {
  const groups = Map.groupBy(ideas, keyOf)
  const rows = [...groups.values()].flatMap(([first, ...rest]) =>
    first ? [{ title: first.title, first, ideas: [first, ...rest] }] : [],
  )
  const sameTitle = Map.groupBy(rows, ({ title }) => title)
  return rows.map((row) => ((sameTitle.get(row.title)?.length ?? 0) > 1 ? { ...row, title: distinctTitle(row) } : row))
}

/** The page that an idea makes better, or the idea itself. */
function keyOf({ id, kind, existingUrl }: Idea): string {
  const isOfPage = kind === 'refresh' || kind === 'striking_distance'
  return isOfPage && existingUrl !== null ? existingUrl : id
}

function distinctTitle({ title, first: { existingUrl, keyword } }: IdeaRow): string {
  // First, for a long title is cut.
  return `${existingUrl === null ? keyword : readable(existingUrl)}: ${title}`
}
