import type { Marked, Page } from '../html/page.ts'
import { type Item, maxItemDepth, type Reading, type Value } from '../model.ts'
import { isOwnName, ofSchemaOrg } from '../names.ts'
import { textOf, wordsOf } from './text.ts'

type Pass = Reading & { page: Page; byId: Map<string, Marked>; used: Set<Marked> }

/** Attributes with an element's value; `content` works anywhere (Microdata, 5.4), others use text. */
const addressOf = new Map([
  ...['audio', 'embed', 'iframe', 'img', 'source', 'track', 'video'].map((tag) => [tag, 'src'] as const),
  ...['a', 'area', 'link'].map((tag) => [tag, 'href'] as const),
  ['object', 'data'] as const,
])
const textAttribute = new Map([
  ['data', 'value'],
  ['meter', 'value'],
  ['time', 'datetime'],
])

export function readMicrodata(page: Page, reading: Reading): void {
  const pass: Pass = { ...reading, page, byId: idsOf(page), used: new Set() }
  for (const element of page.marked) {
    if (element.attributes.has('itemscope') && !element.attributes.has('itemprop')) addRoot(element, pass)
  }
  for (const element of page.marked) {
    const field = element.attributes.get('itemprop')
    if (field === undefined || pass.used.has(element)) continue
    if (!isWithinUnused(element, pass)) {
      const message = `itemprop "${field.slice(0, 60)}" is not inside an item`
      reading.report('ITEMPROP_OUTSIDE_ITEM', message, { at: element.at, field })
    }
    // Meant as a part; its data is read anyway.
    if (element.attributes.has('itemscope')) addRoot(element, pass)
  }
}

function addRoot(element: Marked, pass: Pass): void {
  const item = itemOf(element, [], pass)
  if (item) pass.roots.push(item)
}

function idsOf(page: Page): Map<string, Marked> {
  const byId = new Map<string, Marked>()
  for (const element of page.marked) {
    const id = element.attributes.get('id')
    if (id && !byId.has(id)) byId.set(id, element)
  }
  return byId
}

/** Reports only the topmost of a subtree. */
function isWithinUnused({ parent }: Marked, { used }: Pass): boolean {
  return parent?.attributes.has('itemprop') === true && !used.has(parent)
}

function itemOf(element: Marked, around: readonly Marked[], pass: Pass): Item | null {
  if (around.length > maxItemDepth) {
    pass.report('LIMIT_DEPTH', `Items more than ${maxItemDepth} levels deep are left out`, { at: element.at })
    return null
  }
  if (!pass.limits.takeItem(element.at)) return null
  const { attributes, at } = element
  const types = wordsOf(attributes.get('itemtype'))
  const item: Item = {
    format: 'microdata',
    at,
    types: types.map(typeName),
    id: null,
    properties: new Map(),
    path: null,
  }
  item.id = attributes.get('itemid')?.trim() ?? null
  const link = attributes.get('href')?.trim()
  if (link) item.link = link
  // Short names need a type of the vocabulary.
  const vocabulary = item.types.some(isOwnName) || types.length === 0 ? '' : ':'
  for (const property of propertiesOf(element, pass)) {
    pass.used.add(property)
    const names = wordsOf(property.attributes.get('itemprop'))
    const value = readValue(property, [...around, element], pass)
    if (value)
      for (const name of names) addValue(item, ofSchemaOrg(name.includes(':') ? name : vocabulary + name), value)
  }
  return item
}

/** Types are addresses; a bare name has no vocabulary. */
function typeName(type: string): string {
  return type.includes(':') ? ofSchemaOrg(type) : `:${type}`
}

function addValue(item: Item, name: string, value: Value): void {
  const known = item.properties.get(name)
  if (known) known.push(value)
  else item.properties.set(name, [value])
}

/** Property elements of an item, itemref included, in page order. */
function propertiesOf(root: Marked, pass: Pass): Marked[] {
  const found: Marked[] = []
  const seen = new Set([root])
  const pending = [...root.children]
  for (const id of wordsOf(root.attributes.get('itemref'))) {
    const element = pass.byId.get(id)
    if (!element)
      pass.report('ITEMREF_MISSING', `itemref names "${id.slice(0, 60)}", which no element has as its id`, root)
    else if (element === root) pass.report('ITEMREF_CYCLE', 'itemref names the item itself', root)
    else pending.push(element)
  }
  for (let element = pending.pop(); element; element = pending.pop()) {
    if (seen.has(element)) continue
    // Many items may reference one large part: each walk counts.
    if (!pass.limits.takeValue(element.at)) break
    seen.add(element)
    if (wordsOf(element.attributes.get('itemprop')).length > 0) found.push(element)
    if (!element.attributes.has('itemscope')) for (const child of element.children) pending.push(child)
  }
  return found.sort((a, b) => a.at - b.at)
}

function readValue(element: Marked, around: readonly Marked[], pass: Pass): Value | null {
  const { at, tag, attributes } = element
  if (attributes.has('itemscope')) {
    if (around.includes(element)) {
      pass.report('ITEMREF_CYCLE', 'Through itemref the item is a property of itself', { at })
      return null
    }
    const item = itemOf(element, around, pass)
    return item && { kind: 'item', at, item }
  }
  const content = attributes.get('content')
  const address = addressOf.get(tag)
  if (address && content === undefined) return { kind: 'link', at, text: attributes.get(address)?.trim() ?? '' }
  const given = content ?? attributes.get(textAttribute.get(tag) ?? '')
  return { kind: 'text', at, text: given ?? textOf(element, pass.page, pass.limits) }
}
