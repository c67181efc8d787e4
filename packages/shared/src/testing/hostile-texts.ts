import { z } from 'zod'
import { type OperationName, operationOf } from '../contract/table.ts'
import { type countWork, linearGrowth } from './work.ts'

type Work = Pick<ReturnType<typeof countWork>, 'growthOf'>

const filled =
  (piece: string, before = '') =>
  (length: number) =>
    before + piece.repeat(Math.ceil((length - before.length) / piece.length))
const halves = (first: string, second: string) => (length: number) =>
  `a${first.repeat(length / 2)}${second.repeat(length / 2)}`

/** Texts of a length that cost a careless rule far more than their length. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  'marks in falling order': halves('\u0315', '\u0316'),
  'marks in rising order': halves('\u0316', '\u0315'),
  'half-width marks between others': filled('\u0315\uff9e', 'a'),
  'lone surrogates': filled('\ud800'),
  'surrogates in the wrong order': filled('\udc00\ud800'),
  emoji: filled('👩\u200d💻'),
  'signs of direction': filled('\u202e\u2066'),
  'invisible characters': filled('\u200b'),
  joiners: filled('\u200d', 'a'),
  'one letter': filled('a'),
  'letters of two scripts': filled('aа'),
  'letters that grow': filled('ﷺ'),
  'white space': filled(' ', 'a'),
  'white space that is none at the end': (length) => `${filled(' ', 'a')(length - 1)}a`,
  'line ends': filled('a\n'),
  'open brackets': filled('['),
  'brackets in brackets': halves('[', ']'),
  dots: filled('a.'),
  slashes: filled('a://'),
  'signs of a mail address': filled('a@'),
  dashes: filled('a-'),
  commas: filled('a,'),
}

/** Those of the texts for which work grows faster than their length. */
export async function dearTexts({ growthOf }: Work, length: number): Promise<string[]> {
  const dear: string[] = []
  for (const [what, make] of Object.entries(hostileTexts))
    if ((await growthOf((size) => [make(size)], length)) >= linearGrowth) dear.push(what)
  return dear
}

type Json = { [key: string]: unknown }

/** An input of a schema, with a text wherever it takes one; undefined where it takes none. */
function withText(schema: unknown, text: string): unknown {
  const { type, const: only, anyOf, properties, items, additionalProperties }: Json = Object(schema)
  if (Array.isArray(anyOf)) return anyOf.map((way) => withText(way, text)).find((value) => value !== undefined)
  if (type === 'string') return only === undefined ? text : undefined
  if (type === 'array') return [withText(items, text)]
  if (type !== 'object') return undefined
  const fields = Object.entries(Object(properties)).map(([field, inner]) => [field, withText(inner, text)])
  return {
    ...Object.fromEntries(fields),
    ...(additionalProperties ? { [text]: withText(additionalProperties, text) } : {}),
  }
}

/** Reads an input whose every text is this one; refusals are answers too. */
export function readTexts(schema: z.ZodType, text: string): void {
  schema.safeParse(withText(jsonOf(schema), text))
}

const known = new Map<z.ZodType, unknown>()
function jsonOf(schema: z.ZodType): unknown {
  const json = known.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  known.set(schema, json)
  return json
}

/** Reads a call of each of these rows whose every text is this one. */
export function readRows(names: readonly OperationName[], text: string): void {
  for (const name of names) {
    const { params, query, body } = operationOf(name)
    for (const schema of [params, query, body]) if (schema) readTexts(schema, text)
  }
}
