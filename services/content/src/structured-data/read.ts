import { maxDepth, readPage } from './html/page.ts'
import { readJsonLd } from './json-ld/read.ts'
import { readMicrodata } from './markup/microdata.ts'
import { readRdfa } from './markup/rdfa.ts'
import type { Item, Limits, Report } from './model.ts'

const maxItems = 3_000
const maxValues = 30_000
const maxTextLength = 5_000
const maxTextTotal = 1_000_000

/** Items of a JSON-LD text, or of a page with JSON-LD, Microdata and RDFa. */
export function readStructuredData(text: string, report: Report): Item[] {
  const reading = { roots: [], report, limits: createLimits(report) }
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  if (/^\s*[[{]/.test(text.slice(start, start + 10_000))) {
    readJsonLd(text, 0, reading)
    return reading.roots
  }
  const page = readPage(text)
  if (page.endsAt !== null) {
    report('LIMIT_DEPTH', `The page was only read up to here: its elements are nested more than ${maxDepth} deep`, {
      at: page.endsAt,
    })
  }
  for (const { at, from, to, isClosed } of page.scripts) {
    if (isClosed) readJsonLd(text.slice(from, to), from, reading)
    else report('SCRIPT_UNCLOSED', 'The script is not closed: write </script>', { at })
  }
  readMicrodata(page, reading)
  readRdfa(page, reading)
  return reading.roots
}

function createLimits(report: Report): Limits {
  let items = 0
  let values = 0
  let textLeft = maxTextTotal
  const within = (count: number, max: number, what: string, at: number) => {
    if (count === max + 1)
      report('LIMIT_ITEMS', `Only the first ${max.toLocaleString('en')} ${what} are checked`, { at })
    return count <= max
  }
  return {
    takeItem: (at) => within(++items, maxItems, 'items', at),
    takeValue: (at) => within(++values, maxValues, 'values', at),
    takeText: (length) => {
      const taken = Math.min(length, maxTextLength, textLeft)
      textLeft -= taken
      return taken
    },
  }
}
