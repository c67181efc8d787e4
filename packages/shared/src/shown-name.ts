import { name } from './contract/fields.ts'

const mostCharacters = 100
const shown = name(mostCharacters)

/** The name that a program gives itself, on one line and without characters that are not seen; undefined if people could mistake it. */
export function shownName(given: string): string | undefined {
  const line = given
    .normalize('NFC')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
  return shown.safeParse([...line].slice(0, mostCharacters).join('')).data
}
