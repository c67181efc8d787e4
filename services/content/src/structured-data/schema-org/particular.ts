import { pathTo } from '../graph.ts'
import type { Item, Value } from '../model.ts'
import type { Said, Subject } from './context.ts'
import { isCurrency, isGtin, isNumber, shown, urlKind } from './formats.ts'
import { isScore, scaleOf } from './rating.ts'

const prices = ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice']
const currencies = ['priceCurrency', 'currency', 'salaryCurrency']
const gtins = ['gtin', 'gtin8', 'gtin12', 'gtin13', 'gtin14']

/** Text properties with a narrower form. */
export function checkParticular(subject: Subject): void {
  each(subject, prices, (text) => {
    if (isNumber(text)) return null
    return [
      'PRICE_FORMAT',
      `${shown(text)} is not a plain number: write it without currency and thousands separators, with a point for decimals`,
    ]
  })
  each(subject, currencies, (text) => {
    return isCurrency(text) ? null : ['CURRENCY_INVALID', `${shown(text)} is not an ISO 4217 currency code such as USD`]
  })
  each(subject, gtins, (text) => {
    if (isGtin(text) || urlKind(text) === 'absolute') return null
    return [
      'GTIN_INVALID',
      `${shown(text)} is not a valid GTIN: 8, 12, 13 or 14 digits, of which the last is a check digit`,
    ]
  })
  if (subject.classes.some((name) => subject.vocabulary.isKind(name, 'Rating'))) checkRating(subject)
}

function each({ visit, find }: Subject, names: string[], check: (text: string) => Said): void {
  for (const name of names) {
    const values = visit.item.properties.get(name) ?? []
    for (const [i, value] of values.entries()) {
      const text = textOf(value)
      const said = text === null ? null : check(text)
      if (said)
        find(said[0], `${name} ${said[1]}`, {
          field: name,
          path: pathTo(visit.path, name, i, values.length),
          at: value.at,
        })
    }
  }
}

function checkRating({ visit, find }: Subject): void {
  const { item, path, via } = visit
  // Energy and film classes are letters.
  if (via === 'certificationRating' || via === 'contentRating') return
  const value = first(item, 'ratingValue')
  const said = value && wrongRating(textOf(value), item)
  if (said) find(...said, { field: 'ratingValue', path: pathTo(path, 'ratingValue'), at: value.at })
}

function wrongRating(text: string | null, item: Item): Said {
  if (!text || isScore(text, item)) return null
  if (!isNumber(text)) return ['RATING_RANGE', `ratingValue ${shown(text)} is not a number`]
  const { worst, best } = scaleOf(item)
  const scale = 'set bestRating and worstRating for another scale'
  return ['RATING_RANGE', `ratingValue ${text.slice(0, 30)} is not between ${worst} and ${best}; ${scale}`]
}

function first(item: Item, name: string): Value | null {
  return item.properties.get(name)?.[0] ?? null
}

/** Empty text is reported elsewhere. */
function textOf(value: Value): string | null {
  return value.kind === 'item' || value.kind === 'ref' ? null : value.text.trim() || null
}
