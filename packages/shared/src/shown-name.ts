import { name } from './contract/fields.ts'
import { normalForm } from './normal-form.ts'

const mostCharacters = 100
const mostRead = 10 * mostCharacters
const shown = name(mostCharacters)

/** The name that a program gives itself, on one line and without characters that are not seen; undefined if people could mistake it. */
export function shownName(given: string): string | undefined {
  const line = normalForm(given.slice(0, mostRead), 'NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return shown.safeParse([...line].slice(0, mostCharacters).join('')).data
}
