import { pathTo } from '../graph.ts'
import { isOwnName } from '../names.ts'
import type { Property } from '../vocabulary/vocabulary.ts'
import type { Said, Subject } from './context.ts'
import { shown } from './formats.ts'

/** Marks action properties that users or servers fill in. */
const actionSuffix = /-(input|output)$/

/** Properties: known, well spelled, not superseded, allowed by type. */
export function checkProperties(subject: Subject): void {
  const { item, path } = subject.visit
  const areTypesKnown = item.types.length > 0 && item.types.length === subject.classes.length
  for (const [name, values] of item.properties) {
    if (!isOwnName(name)) continue
    const term = name.replace(actionSuffix, '')
    const where = { field: name.slice(0, 100), path: pathTo(path, name), at: values[0]?.at ?? item.at }
    const property = subject.vocabulary.property(term)
    if (property?.supersededBy) {
      subject.find('PROPERTY_SUPERSEDED', `${term} has been replaced by ${property.supersededBy}`, where)
    }
    const said = property ? areTypesKnown && misplaced(term, property, subject) : unknown(term, subject)
    if (said) subject.find(...said, where)
  }
}

function unknown(name: string, { visit, suggest, vocabulary }: Subject): Said {
  if (visit.item.isPartlyRead) return null
  const meant = suggest.property(name)
  if (meant?.isCasing) return ['PROPERTY_CASING', `${shown(name)} has to be spelled ${meant.name}`]
  if (vocabulary.isClass(name)) return ['PROPERTY_UNKNOWN', `${shown(name)} is a type, not a property`]
  const hint = meant ? `; did you mean ${meant.name}?` : ''
  return ['PROPERTY_UNKNOWN', `schema.org has no property ${shown(name)}${hint}`]
}

/** A role takes properties of both ends. */
function misplaced(name: string, { domains }: Property, { classes, vocabulary }: Subject): Said {
  const isFor = (type: string) => [...domains, 'Role'].some((one) => vocabulary.isKind(type, one))
  if (classes.some(isFor)) return null
  const [few, types] = [domains, classes].map((list) => list.slice(0, 5).join(', '))
  return ['PROPERTY_NOT_FOR_TYPE', `${name} is a property of ${few}, not of ${types}`]
}

const attribute = { 'json-ld': '"@type"', microdata: 'itemtype', rdfa: 'typeof' }

/** Types: present, known, well spelled, not superseded. */
export function checkTypes(subject: Subject): void {
  const { visit, graph, find } = subject
  const { item } = visit
  if (graph.typesOf(item).length === 0 && item.properties.size > 0) {
    find('TYPE_MISSING', `The item has no ${attribute[item.format]}`)
  }
  for (const type of item.types) {
    const said = troubleOf(type, subject)
    if (said) find(...said)
  }
}

function troubleOf(type: string, { visit, vocabulary, suggest }: Subject): Said {
  if (!isOwnName(type)) {
    const isBare = visit.item.format === 'microdata' && type.startsWith(':')
    const name = type.slice(1, 60)
    return isBare
      ? ['TYPE_UNKNOWN', `itemtype "${name}" is not a web address: write "https://schema.org/${name}"`]
      : null
  }
  const successor = vocabulary.supersededClass(type)
  if (successor) return ['TYPE_SUPERSEDED', `${type} has been replaced by ${successor}`]
  if (vocabulary.isClass(type) || visit.item.isPartlyRead) return null
  const meant = suggest.class(type)
  if (meant?.isCasing) return ['TYPE_CASING', `${shown(type)} has to be spelled ${meant.name}`]
  const hint = meant ? `; did you mean ${meant.name}?` : ''
  return ['TYPE_UNKNOWN', `schema.org has no type ${shown(type)}${hint}`]
}
