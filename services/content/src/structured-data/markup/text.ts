import type { Marked, Page } from '../html/page.ts'
import type { Limits } from '../model.ts'

/** The text within an element, as a reader sees it. Nested elements repeat theirs, so that there is a limit. */
export function textOf(element: Marked, page: Page, limits: Limits): string {
  const { textFrom, textTo } = element
  return page.text
    .slice(textFrom, textFrom + limits.takeText(textTo - textFrom))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Words of an attribute that holds a list. */
export function wordsOf(attribute: string | undefined): string[] {
  return attribute?.split(/[\t\n\f\r ]+/).filter((word) => word !== '') ?? []
}
