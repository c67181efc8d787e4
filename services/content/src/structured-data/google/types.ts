import type { Item, Value } from '../model.ts'
import { isOwnName, ofSchemaOrg } from '../names.ts'
import type { Subject } from '../schema-org/context.ts'
import { isBoolean, isCurrency, isDate, isNumber, urlKind } from '../schema-org/formats.ts'
import { isScore } from '../schema-org/rating.ts'

/** Google's column "Type"; a wrong type keeps the item from its result (support.google.com/webmasters/answer/13300873). */
type DataType = { isWell: (text: string, holder: Item) => boolean; form: string }

const date: DataType = { isWell: isDate, form: 'an ISO 8601 date such as 2026-11-22' }
const dataTypes: Readonly<Record<string, DataType>> = {
  Text: { isWell: () => true, form: 'text' },
  URL: { isWell: isPageAddress, form: 'a web address' },
  Number: { isWell: isNumber, form: 'a number such as 4.5' },
  Integer: { isWell: (text) => isNumber(text) && Number.isInteger(Number(text)), form: 'a whole number' },
  Date: date,
  DateTime: date,
  Boolean: { isWell: (text) => isBoolean(ofSchemaOrg(text)), form: 'true or false' },
  // Narrower than the column, as its text is.
  Count: { isWell: (text) => isNumber(text) && Number(text) > 0, form: 'a number above 0' },
  Currency: { isWell: isCurrency, form: 'an ISO 4217 currency code such as USD' },
  Score: {
    isWell: isScore,
    form: 'a number from worstRating to bestRating (1 to 5 if they are absent), a fraction or a percentage',
  },
}

/** Google cannot fetch a data: address. */
function isPageAddress(text: string): boolean {
  return urlKind(text) !== 'invalid' && !/^data:/i.test(text)
}

/** Whether a value has one of these types or a subtype. */
export function isOfType(value: Value, types: readonly string[], holder: Item, subject: Subject): boolean {
  const inner = subject.graph.itemOf(value)
  if (inner) return types.some((type) => isItemOf(inner, type, subject))
  if (value.kind === 'item') return false
  const text = value.kind === 'ref' ? value.id : value.text.trim()
  return types.some((type) => isTextOf(text, value.kind, type, holder, subject))
}

function isItemOf(item: Item, type: string, { graph, vocabulary }: Subject): boolean {
  if (type === 'Thing' || item.isPartlyRead) return true
  if (type === 'URL') return item.id !== null && urlKind(item.id) === 'absolute'
  return graph.typesOf(item).some((own) => isOwnName(own) && vocabulary.isKind(own, type))
}

function isTextOf(text: string, kind: Value['kind'], type: string, holder: Item, { vocabulary }: Subject): boolean {
  // A pointer to a missing item is no text.
  if (kind === 'ref' && /^(#|_:)/.test(text)) return false
  const data = dataTypes[type]
  if (data) return (kind !== 'ref' || type === 'URL') && data.isWell(text, holder)
  return vocabulary.enumerationsOf(ofSchemaOrg(text)).some((one) => vocabulary.isKind(one, type))
}

/** In words, such as "a whole number" or "an item of type Place". */
export function formOf(types: readonly string[]): string {
  const classes = types.filter((type) => !dataTypes[type])
  const forms = types.flatMap((type) => dataTypes[type]?.form ?? [])
  const shown = classes.length > 3 ? [...classes.slice(0, 3), 'another that can be reviewed'] : classes
  return [...(shown.length > 0 ? [`an item of type ${shown.join(' or ')}`] : []), ...forms].join(', or ')
}
