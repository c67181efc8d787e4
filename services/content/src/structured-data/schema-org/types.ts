import { isOwnName } from '../names.ts'
import type { Said, Subject } from './context.ts'
import { shown } from './formats.ts'

const attribute = { 'json-ld': '"@type"', microdata: 'itemtype', rdfa: 'typeof' }

/** Types: given, known, spelled as schema.org spells them, not superseded. */
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
