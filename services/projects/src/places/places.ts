import { readFileSync } from 'node:fs'
import type { Place } from '@rts/outside/locations'
import { lettersApart } from '@rts/shared/derive/distance'
import { invalidField } from '@rts/shared/errors'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import { foldedPlace } from './rules/folded-place.ts'

type Listed = { key: string; name: string; country: string; latitude: number; longitude: number }

/** Written by scripts/places.ts: a line for each place, those with most people first. */
const file = new URL('../built/places.tsv', import.meta.url)
const offered = 5
const longestCity = 40

type List = { places: Listed[]; byKey: ReadonlyMap<string, Listed>; byCountry: ReadonlyMap<string, Listed[]> }
let list: List | undefined

/** Read when a place is needed first: a service whose keywords have none does without its memory. */
function read(): List {
  const places = readFileSync(file, 'utf8')
    .split('\n')
    .map((line): Listed => {
      const [name = '', country = '', latitude, longitude] = line.split('\t')
      // The list is in ASCII already.
      return { key: name.toLowerCase(), name, country, latitude: Number(latitude), longitude: Number(longitude) }
    })
  const byKey = new Map(places.map((place) => [place.key, place]))
  return { places, byKey, byCountry: Map.groupBy(places, ({ country }) => country) }
}

function listed(): List {
  list ??= read()
  return list
}

export const placeHandlers = {
  'places.list': async ({ query: { q, country, limit } }) => ({ places: findPlaces(q, country).slice(0, limit) }),
} satisfies Partial<ServiceHandlers<'projects'>>

/** The place with this name, which was valid when it was stored; a later list may not have it. */
export function placeNamed(name: string): Place {
  const parts = name.split(', ')
  const known = listed().byKey.get(foldedPlace(name))
  return {
    name,
    city: cityOf(name),
    region: parts.slice(1, -1).join(', ') || null,
    country: parts.at(-1) ?? '',
    coordinates: known ? { latitude: known.latitude, longitude: known.longitude } : null,
  }
}

/** The name of the place that is meant, in a country. Throws `invalid_input` with the nearest places for any other text. */
export function requirePlace(asked: string, country: string): string {
  const place = listed().byKey.get(foldedPlace(asked))
  if (place?.country === country) return place.name
  const problem = place ? `is in ${place.country}, not in ${country}` : 'is no place of the list'
  const nearest = nearestPlaces(asked, country).map(({ name }) => `"${name}"`)
  const advice = nearest.length > 0 ? `the nearest are ${nearest.join(', ')}` : `the list has none in ${country}`
  throw invalidField('location', `${problem}; ${advice}`)
}

/** The place of a country whose city is in a text: of several the one whose region is there too, else the one with most people. */
export function placeOfArea(area: string, country: string): string | null {
  const parts = new Set(foldedPlace(area).split(', '))
  const named = (listed().byCountry.get(country) ?? []).filter(({ key }) => parts.has(cityOf(key)))
  const within = named.find(({ key }) => parts.has(key.split(', ')[1] ?? ''))
  return (within ?? named[0])?.name ?? null
}

/** Places in whose name each word of a text begins one: those that begin with the text, then the others, both by their people. */
function findPlaces(q: string, country: string | undefined): string[] {
  const text = foldedPlace(q)
  const words = text.split(/[ ,]+/)
  const places = country === undefined ? listed().places : (listed().byCountry.get(country) ?? [])
  const found = places.filter(({ key }) => words.every((word) => ` ${key}`.includes(` ${word}`)))
  const begins = ({ key }: Listed) => key.startsWith(text)
  return [...found.filter(begins), ...found.filter((place) => !begins(place))].map(({ name }) => name)
}

function nearestPlaces(asked: string, country: string): Listed[] {
  const city = cityOf(foldedPlace(asked)).slice(0, longestCity)
  const apart = new Map(
    (listed().byCountry.get(country) ?? []).map((place) => [place, lettersApart(city, cityOf(place.key))]),
  )
  return [...apart]
    .sort(([, one], [, other]) => one - other)
    .slice(0, offered)
    .map(([place]) => place)
}

function cityOf(name: string): string {
  return name.split(',')[0] ?? name
}
