import { phrase } from '@rts/shared/contract/fields'
import { foldedPlace } from '../../../places/rules/folded-place.ts'
import { readLines } from '../bulk-lines.ts'
import { countryNames } from '../country-names.ts'
import { readSerpbear } from '../serpbear.ts'

const where = { country: 'us', language: 'en', device: 'desktop', location: null } as const
const phraseOf = (text: string) => phrase.safeParse(text).data ?? null
const rules = {
  phraseOf,
  countryOf: countryNames((code) => code === 'us'),
  placeOf: foldedPlace,
  now: new Date('2026-03-01T00:00:00Z'),
}
const times = '2026-02-01T00:00:00Z,2026-02-01T00:00:00Z,'

/** Reads a text as a list of keywords, and as each part of another program's list. */
export function readLists(text: string): void {
  const linePhrase = (line: string) => ({ phrase: phraseOf(line) ?? '', identity: '' })
  for (const _step of readLines(`${text}\na`, where, linePhrase));
  const lines = [
    `1,${text},3,-,United States,-,desktop,${times}`,
    `1,tea,3,https://${text},United States,-,desktop,${times}`,
    `1,tea,3,-,${text},-,desktop,${times}`,
    `1,tea,3,-,United States,${text},desktop,${times}`,
    text,
  ]
  for (const line of lines)
    for (const _step of readSerpbear(`ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags\n${line}`, rules));
}
