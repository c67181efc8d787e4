import { pathTo } from '../graph.ts'
import type { Value } from '../model.ts'
import { isOwnName, ofSchemaOrg } from '../names.ts'
import type { Said, Subject } from './context.ts'
import { isBoolean, isDate, isDuration, isInteger, isNumber, isTime, shown, urlKind } from './formats.ts'

/** Values: of a kind the property takes, in that kind's format. */
export function checkValues(subject: Subject): void {
  const { item, path } = subject.visit
  for (const [name, values] of item.properties) {
    const property = isOwnName(name) ? subject.vocabulary.property(name) : null
    if (!property) continue
    for (const [i, value] of values.entries()) {
      const said = troubleOf(value, name, property.ranges, subject)
      if (said) subject.find(...said, { field: name, path: pathTo(path, name, i, values.length), at: value.at })
    }
  }
}

function troubleOf(value: Value, name: string, ranges: string[], subject: Subject): Said {
  const { graph } = subject
  const inner = graph.itemOf(value)
  if (inner) return wrongKind(graph.typesOf(inner), name, ranges, subject)
  if (value.kind === 'item') return null
  if (value.kind === 'ref' && /^(#|_:)/.test(value.id)) {
    return ['ID_UNRESOLVED', `No item in this document has the id ${shown(value.id)}`]
  }
  const text = value.kind === 'ref' ? value.id : value.text.trim()
  return text === '' ? ['VALUE_EMPTY', `${name} is empty`] : wrongText(text, value.kind, name, ranges, subject)
}

/** A role may stand before the value. */
function wrongKind(types: string[], name: string, ranges: string[], { vocabulary }: Subject): Said {
  const known = types.filter((type) => isOwnName(type) && vocabulary.isClass(type))
  if (known.length === 0 || known.length < types.length) return null
  if (known.some((type) => [...ranges, 'Role'].some((range) => vocabulary.isKind(type, range)))) return null
  return ['VALUE_TYPE', `${name} takes ${ranges.join(', ')}, not ${known.slice(0, 5).join(', ')}`]
}

type DataForm = { isWell: (text: string) => boolean; code: NonNullable<Said>[0]; form: string }
const number = { isWell: isNumber, code: 'NUMBER_INVALID', form: 'a number with a point for its decimals' } as const
const day = { isWell: isDate, code: 'DATE_INVALID' } as const
const dataForms: Readonly<Record<string, DataForm>> = {
  Date: { ...day, form: 'a date as ISO 8601 writes it, such as 2026-11-22' },
  DateTime: { ...day, form: 'a date as ISO 8601 writes it, such as 2026-11-22T09:30:00Z' },
  Time: { isWell: isTime, code: 'TIME_INVALID', form: 'a time such as 09:30' },
  Duration: { isWell: isDuration, code: 'DURATION_INVALID', form: 'a duration as ISO 8601 writes it, such as PT1H30M' },
  Integer: { isWell: isInteger, code: 'NUMBER_INVALID', form: 'a whole number' },
  Number: number,
  Float: number,
  Boolean: { isWell: (text) => isBoolean(ofSchemaOrg(text)), code: 'VALUE_TYPE', form: 'true or false' },
}

function wrongText(text: string, kind: Value['kind'], name: string, ranges: string[], subject: Subject): Said {
  const { vocabulary } = subject
  const isKindOf = (type: string) => ranges.some((range) => vocabulary.isKind(range, type))
  if (ranges.some((range) => range !== 'URL' && vocabulary.isKind(range, 'Text'))) return null
  if (ranges.some((range) => dataForms[range]?.isWell(text))) return null
  const isAddress = urlKind(text) === 'absolute'
  if (isKindOf('Enumeration')) return wrongMember(text, name, ranges, isAddress, subject)
  const isForItems = ranges.some((range) => range !== 'URL' && !(range in dataForms))
  // An address may identify a thing.
  if (isAddress && isForItems) return null
  if (ranges.includes('URL') && !(isForItems && /\s/.test(text))) return wrongUrl(text, kind, name)
  const wanted = ranges.map((range) => dataForms[range]).find((form) => form !== undefined)
  if (wanted) return [wanted.code, `${name} ${shown(text)} is not ${wanted.form}`]
  if (isKindOf('Quantity')) return null
  return ['TEXT_FOR_ITEM', `${name} is text; ${ranges.slice(0, 5).join(' or ')} would say more`]
}

function wrongMember(text: string, field: string, ranges: string[], isAddress: boolean, subject: Subject): Said {
  const { vocabulary, suggest } = subject
  const name = ofSchemaOrg(text)
  const enumerations = vocabulary.enumerationsOf(name)
  if (enumerations.some((one) => ranges.some((range) => vocabulary.isKind(one, range)))) return null
  // Other vocabularies' addresses may mean anything.
  if (isAddress && name === text) return null
  const meant = enumerations.length === 0 ? suggest.member(name) : null
  const hint = meant ? `; did you mean ${meant.name}?` : ''
  return ['ENUM_INVALID', `${field} ${shown(name)} is not one of ${ranges.join(', ')}${hint}`]
}

/** Browsers resolve attributes such as href; JSON-LD text stays as it is. */
function wrongUrl(text: string, kind: Value['kind'], name: string): Said {
  const form = urlKind(text)
  if (form === 'invalid') return ['URL_INVALID', `${name} ${shown(text)} is not a web address`]
  if (form === 'absolute' || kind === 'link') return null
  return ['URL_RELATIVE', `${name} ${shown(text)} is a relative address: write the whole address`]
}
