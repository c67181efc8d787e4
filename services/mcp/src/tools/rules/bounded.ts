import { isShort } from './page-budget.ts'

const maxTextLength = 2_000
const shorterTexts = [300, 60, 40]
/** For the text, and for the structured content. */
export const maxResultBytes = 256 * 1_024

// biome-ignore lint/suspicious/noControlCharactersInRegex: naming them is the point
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Texts to change, or a quote inside one, which hides its length. */
const escaped = /\\["ubfr]|[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

function isTame(json: string): boolean {
  if (escaped.test(json)) return false
  for (let from = 0, end = 0; end >= 0; from = end + 1) {
    end = json.indexOf('"', from)
    if (end - from > maxTextLength) return false
  }
  return true
}

/** As JSON and as an object. Walking through every text took a tenth of a call. */
export function tamedResult(
  result: unknown,
  json = JSON.stringify(result),
): { text: string; structuredContent: { [key: string]: unknown } } {
  const isWell = isTame(json)
  if (isWell && isShort(result, json)) return { text: json, structuredContent: Object(result) }
  const structuredContent: { [key: string]: unknown } = Object(
    shortened(isWell ? result : tamed(result, maxTextLength)),
  )
  return { text: JSON.stringify(structuredContent), structuredContent }
}

/** Ids, cursors and addresses to follow: no stranger writes them, and cut ones lead nowhere. */
const isKept = (name: string) => /^(?:id|nextCursor|connectUrl|signupUrl)$|Id$/.test(name)

function shortened(result: unknown): unknown {
  return shorterTexts.reduce(
    (whole, max) => (isShort(whole, JSON.stringify(whole)) ? whole : tamed(result, max)),
    result,
  )
}

/** Cuts texts and removes control characters: strangers write titles and anchors. */
function tamed(value: unknown, max: number, name = ''): unknown {
  if (typeof value === 'string') return tamedText(value, isKept(name) ? maxTextLength : max)
  if (Array.isArray(value)) return value.map((each) => tamed(each, max))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tamed(part, max, key)]))
}

function tamedText(text: string, max: number): string {
  const clean = text.replace(controls, ' ').toWellFormed()
  return clean.length > max ? `${clean.slice(0, max - 1).toWellFormed()}…` : clean
}
