import { drawn, type Page } from '@rts/local/testing/browser'

/** A phone, a laptop and a desk at 200 %, two laptops, a desk; in pixels of CSS. */
export const widths = [390, 640, 720, 1_024, 1_280, 1_440] as const

/** The least width of a column of names, unless its table is a list of cards. */
const nameWidth = 180

/** Sentences that are torn apart: a grid or a row puts words and the date, link or name among them in places of their own. */
const tornSentences = `(() => {
  const isRow = (each) => /grid|flex/.test(getComputedStyle(each).display)
  const hasWords = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && /\\w{2}/.test(node.data))
  const hasInline = (each) => [...each.children].some((child) => ['TIME', 'A', 'B', 'CODE', 'SMALL', 'EM'].includes(child.tagName))
  return [...document.querySelectorAll('main *')].filter((each) => isRow(each) && hasWords(each) && hasInline(each)).map((each) => each.innerText)
})()`

/** Layout faults of a page at a width, a sentence each: it scrolls sideways, a table hides its names, things overlap, a sentence is torn. */
export async function layoutFaults(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  await drawn(page)
  const excess = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  const sideways = Number(excess) > 0 ? [`the page scrolls sideways by ${excess} px`] : []
  const tables = await page.locator('table:visible').evaluateAll(tableFaults, nameWidth)
  const overlaps = await page.locator('main').locator('a, button, input, select, textarea').evaluateAll(overlapping)
  const torn = (await page.evaluate<string[]>(tornSentences)).map((sentence) => `“${sentence}” is torn apart`)
  return [...sideways, ...tables, ...overlaps, ...torn].map((fault) => `${width} px: ${fault}`)
}

type Box = { left: number; right: number; top: number; bottom: number; width: number; height: number }
/** An element in the browser, as far as it is looked at here. */
type Part = {
  textContent: string | null
  dataset: Record<string, string | undefined>
  scrollWidth: number
  clientWidth: number
  getBoundingClientRect(): Box
  querySelector(selector: string): Part | null
  querySelectorAll(selector: string): Iterable<Part>
  contains(other: Part): boolean
  checkVisibility(options: object): boolean
}

/** Runs in the browser: it can use nothing but its arguments. */
function tableFaults(tables: Part[], min: number): string[] {
  return tables
    .flatMap((table) => {
      const caption = table.querySelector('caption')?.textContent
      // A list of cards has its heads for screen readers alone.
      if (Number(table.querySelector('thead')?.getBoundingClientRect().width) <= 1) return []
      const rows = [...table.querySelectorAll('tr')]
        .slice(0, 30)
        .map((row) => [...row.querySelectorAll('th, td')].filter((cell) => cell.getBoundingClientRect().width > 0))
      return rows.flatMap((cells) => {
        const boxes = cells.map((cell) => cell.getBoundingClientRect())
        const name = boxes.find((_, i) => !cells[i]?.querySelector('input[type=checkbox]'))
        const narrow = name && name.width < min ? [`${caption}: names have ${name.width} px`] : []
        const cut = cells
          .filter(({ dataset, scrollWidth, clientWidth }) => dataset.figures === 'true' && scrollWidth > clientWidth)
          .map(({ textContent }) => `${caption}: ${textContent} is cut`)
        const over = boxes.flatMap(({ left }, i) =>
          left < (boxes[i - 1]?.right ?? left) - 1
            ? [`${caption}: ${cells[i]?.textContent} lies over its neighbour`]
            : [],
        )
        return [...narrow, ...cut, ...over].slice(0, 1)
      })
    })
    .slice(0, 3)
}

/** Runs in the browser, like the other. */
function overlapping(parts: Part[]): string[] {
  const seen = parts
    .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 2 && box.height > 2)
  return seen.flatMap(({ part, box }, i) =>
    seen.slice(i + 1).flatMap((other) => {
      const isInside = part.contains(other.part) || other.part.contains(part)
      const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
      const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)
      const isOver = !isInside && across > 1 && down > 1
      return isOver ? [`“${part.textContent}” lies over “${other.part.textContent}”`] : []
    }),
  )
}
