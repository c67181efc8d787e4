import type { Marked, Page } from '../html/page.ts'
import type { Limits } from '../model.ts'

/** Visible text. Nested elements repeat theirs, hence the limit. */
export function textOf(element: Marked, page: Page, limits: Limits): string {
  const { textFrom, textTo } = element
  return page.text
    .slice(textFrom, textFrom + limits.takeText(textTo - textFrom))
    .replace(/\s+/g, ' ')
    .trim()
}

export function wordsOf(attribute: string | undefined): string[] {
  return attribute?.split(/[\t\n\f\r ]+/).filter((word) => word !== '') ?? []
}
