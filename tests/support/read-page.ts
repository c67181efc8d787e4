import type { Page } from '@rts/local/testing/browser'

/** Reads a figure off a page; undefined where it is not there. */
export type Read = (page: Page) => Promise<string | undefined>

/** A figure over a table, by its name; undefined where the page has none. Its hint (“of 100”) is left out. */
const stat = (page: Page, name: string): Promise<string | undefined> =>
  page.evaluate<string | undefined>(`(() => {
    const all = [...document.querySelectorAll('main [class*="stat"] > span:first-child')]
    const found = all.find((each) => each.textContent === ${JSON.stringify(name)})
    return found?.nextElementSibling?.firstChild?.textContent.trim()
  })()`)

/** A table's text in the column `head`, in the row that has a cell with this text, or else the first; undefined without them. */
export const cell = (page: Page, row: string | null, head: string): Promise<string | undefined> =>
  page.evaluate<string | undefined>(`(() => {
    const text = (element) => element.textContent.trim()
    for (const table of document.querySelectorAll('main table')) {
      const heads = [...table.querySelectorAll('thead th')].map((each) => text(each).replace(/[▲▼↑↓]$/, '').trim())
      const wanted = ${JSON.stringify(row)}
      const isIt = (each) => text(each) === wanted || each.querySelector('a')?.textContent === wanted
      const row = [...table.querySelectorAll('tbody tr')].find((each) => wanted === null || [...each.cells].some(isIt))
      const column = heads.indexOf(${JSON.stringify(head)})
      if (row && column >= 0) return text(row.cells[column])
    }
  })()`)

/** The first match of a pattern in what the page says; its group, where it has one. */
export async function said(page: Page, pattern: RegExp): Promise<string | undefined> {
  const found = pattern.exec(await page.evaluate<string>('document.body.innerText'))
  return found?.[1] ?? found?.[0]
}

export const column =
  (row: string, head: string): Read =>
  (page) =>
    cell(page, row, head)

export const figure =
  (name: string): Read =>
  (page) =>
    stat(page, name)

export const words =
  (pattern: RegExp, as = (text: string) => text): Read =>
  async (page) => {
    const found = await said(page, pattern)
    return found === undefined ? undefined : as(found)
  }
