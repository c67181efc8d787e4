import { normalForm } from '@rts/shared/normal-form'

/** Letters that are no ASCII letter with a mark, as Google writes them. */
const letters = new Map(
  'øo ØO łl ŁL đd ĐD ıi ðd ħh ĦH əa ƏA ßss æae ÆAe œoe ŒOe þth ÞTh'
    .split(' ')
    .map((pair) => [pair.charAt(0), pair.slice(1)]),
)

/** A name with ASCII letters in the place of those with marks and of ß, ø, ł and others; other signs stay. */
export function inAscii(name: string): string {
  const plain = normalForm(name, 'NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[^\x20-\x7e]/g, (letter) => letters.get(letter) ?? letter)
}

/** One form for all spellings of a place's name: in ASCII, without case, with a comma and a space between its parts. */
export function foldedPlace(name: string): string {
  return inAscii(name)
    .toLowerCase()
    .split(',')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .join(', ')
}
