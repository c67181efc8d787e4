import { normalForm } from '@rts/shared/normal-form'

/** Names of countries in other programs that differ from the runtime's locale data. Folded. */
const otherNames: Readonly<Record<string, string>> = {
  aland: 'ax',
  bonaire: 'bq',
  'congo democratic republic': 'cd',
  'democratic republic of congo': 'cd',
  'republic of congo': 'cg',
  'ivory coast': 'ci',
  'czech republic': 'cz',
  'south georgia and south sandwich islands': 'gs',
  'heard island and mcdonald islands': 'hm',
  macedonia: 'mk',
  swaziland: 'sz',
  'east timor': 'tl',
  turkey: 'tr',
  'u s minor outlying islands': 'um',
  'united states of america': 'us',
  'great britain': 'gb',
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Looks up a country's code by its English name, also accented or abbreviated; null if `isCountry` accepts no code for it. */
export function countryNames(isCountry: (code: string) => boolean): (name: string) => string | null {
  const codes = new Map(Object.entries(otherNames))
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames(['en'], { type: 'region', style, fallback: 'none' })
    for (const first of letters) {
      for (const second of letters) {
        const name = isCountry(`${first}${second}`.toLowerCase()) && names.of(`${first}${second}`)
        if (name) codes.set(folded(name), `${first}${second}`.toLowerCase())
      }
    }
  }
  return (name) => codes.get(folded(name)) ?? null
}

function folded(name: string): string {
  return normalForm(name, 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/\bst\b/g, 'saint')
    .replace(/\b(the|sar china)\b/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}
