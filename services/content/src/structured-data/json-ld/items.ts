import type { Json, Member } from '../json/scan.ts'
import { type Item, maxItemDepth, type Reading, type Value } from '../model.ts'
import { type Context, definitionOf, expand, extendContext, textsOf } from './context.ts'

type Place = { context: Context; path: string | null; depth: number }
type Said = { id: string | null; types: string[]; rest: { term: string; member: Member }[]; context: Context }

export function readItems(json: Json, context: Context, reading: Reading): void {
  readRoots(json, { context, path: '$', depth: 0 }, reading)
}

function readRoots(json: Json, place: Place, reading: Reading): void {
  if (json.kind === 'array') {
    for (const [i, item] of json.items.entries()) readRoots(item, { ...place, path: `${place.path}[${i}]` }, reading)
  } else if (json.kind === 'object') {
    const said = saidBy(json.members, place.context, reading)
    if (!isOnlyGraph(said)) addRoot(itemOf(json.at, said, place, reading), reading)
    else for (const { member } of said.rest) readRoots(member.value, graphPlace(place, said), reading)
  } else if (json.kind !== 'null') {
    reading.report('JSON_NOT_OBJECT', 'JSON-LD has to be an object or a list of objects', { at: json.at })
  }
}

function isOnlyGraph(said: Said): boolean {
  return said.types.length === 0 && said.rest.length > 0 && said.rest.every(({ term }) => term === '@graph')
}

function graphPlace(place: Place, { context }: Said): Place {
  return { context, path: place.path && `${place.path}.@graph`, depth: place.depth + 1 }
}

function addRoot(item: Item | null, reading: Reading): void {
  if (item) reading.roots.push(item)
}

function saidBy(members: Member[], outer: Context, reading: Reading): Said {
  const own = members.find(({ key }) => key === '@context')
  const report = (code: Parameters<Reading['report']>[0], message: string, at: number) =>
    reading.report(code, message, { at })
  const context = own ? extendContext(outer, own.value, report) : outer
  const said: Said = { id: null, types: [], rest: [], context }
  const keys = new Set<string>()
  for (const member of members) {
    if (keys.has(member.key)) {
      reading.report(
        'JSON_DUPLICATE_KEY',
        `${shown(member.key)} is given twice; most readers keep the last one`,
        member,
      )
    }
    keys.add(member.key)
    sort(member, said)
  }
  return said
}

function sort(member: Member, said: Said): void {
  const { value } = member
  const term = expand(member.key, said.context)
  if (term === '@context') return
  if (term === '@id') said.id = value.kind === 'text' ? value.text.trim() : null
  else if (term === '@type') said.types.push(...textsOf(value).map((type) => expand(type.trim(), said.context)))
  else said.rest.push({ term, member })
}

function itemOf(at: number, said: Said, place: Place, reading: Reading): Item | null {
  if (place.depth > maxItemDepth) {
    reading.report('LIMIT_DEPTH', `Items more than ${maxItemDepth} levels deep are left out`, { at })
    return null
  }
  if (!reading.limits.takeItem(at)) return null
  const { id, context } = said
  const item: Item = { format: 'json-ld', at, types: said.types, id, properties: new Map(), path: place.path }
  if (context.isPartlyRead) item.isPartlyRead = true
  const inner = { context, path: null, depth: place.depth + 1 }
  for (const { term, member } of said.rest) {
    if (term === '@graph' || term === '@included') readRoots(member.value, graphPlace(place, said), reading)
    else if (term === '@reverse') readReversed(item, member.value, inner, reading)
    else if (!term.startsWith('@')) addValues(item, term, memberValues(member, inner, reading))
  }
  return item
}

function addValues(item: Item, term: string, values: Value[]): void {
  const known = item.properties.get(term)
  if (known) for (const value of values) known.push(value)
  else item.properties.set(term, values)
}

/** `@reverse` makes this item a property of others. */
function readReversed(item: Item, json: Json, place: Place, reading: Reading): void {
  if (json.kind !== 'object') return
  for (const member of json.members) {
    for (const other of memberValues(member, place, reading)) {
      if (other.kind !== 'item') continue
      addValues(other.item, expand(member.key, place.context), [{ kind: 'item', at: item.at, item }])
      reading.roots.push(other.item)
    }
  }
}

function memberValues({ key, value }: Member, place: Place, reading: Reading): Value[] {
  const { isMap = false, isReference = false } = definitionOf(key, place.context) ?? {}
  const isKeyed = isMap && value.kind === 'object' && value.members.every((each) => !/^@(?!none$)/.test(each.key))
  const values = isKeyed
    ? value.members.flatMap((each) => valuesOf(each.value, place, reading))
    : valuesOf(value, place, reading)
  if (!isReference) return values
  return values.map((each) => (each.kind === 'text' ? { kind: 'ref', at: each.at, id: each.text } : each))
}

function valuesOf(json: Json, place: Place, reading: Reading): Value[] {
  if (json.kind === 'array') return json.items.flatMap((item) => valuesOf(item, place, reading))
  if (json.kind === 'null' || !reading.limits.takeValue(json.at)) return []
  if (json.kind !== 'object') return [{ kind: json.kind, at: json.at, text: json.text }]
  const said = saidBy(json.members, place.context, reading)
  const held = said.rest.find(({ term }) => term === '@value' || term === '@list' || term === '@set')
  if (held) return valuesOf(held.member.value, place, reading)
  if (said.id !== null && said.types.length === 0 && said.rest.length === 0) {
    return [{ kind: 'ref', at: json.at, id: said.id }]
  }
  const item = itemOf(json.at, said, place, reading)
  return item ? [{ kind: 'item', at: json.at, item }] : []
}

function shown(key: string): string {
  return JSON.stringify(key.slice(0, 60))
}
