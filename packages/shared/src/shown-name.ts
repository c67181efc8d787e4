import { name } from './contract/fields.ts'
import { normalForm } from './normal-form.ts'

/** A word of its own, and no sentence that a page might say. */
const maxCharacters = 40
const maxRead = 10 * maxCharacters
const shown = name(maxCharacters)

/** The name that a program gives itself, on one line, without quotation marks and characters that are not seen; undefined if people could mistake it. */
export function shownName(given: string): string | undefined {
  const line = normalForm(given.slice(0, maxRead), 'NFC')
    .replace(/["\p{Pi}\p{Pf}]/gu, '')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return shown.safeParse([...line].slice(0, maxCharacters).join('')).data
}
