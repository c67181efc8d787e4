export type Json = { readonly [key: string]: unknown }
/** `parse` refuses unnamed fields; `cast` needs its fields and types and ignores others. */
export type Reading = 'parse' | 'cast'

const lowest = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const
const highest = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'] as const
const same = ['pattern', 'format'] as const

/** Where a reader of `read` refuses a value of `written`, a sentence each. */
export function unaccepted(written: Json, read: Json, reading: Reading): string[] {
  return compare(written, read, '')

  function compare(one: Json, other: Json, at: string): string[] {
    const from = resolved(one, written)
    const to = resolved(other, read)
    if (Object.keys(to).length === 0 || isSame(from, to)) return []
    const branches = branchesOf(from)
    if (branches) return branches.flatMap((branch) => compare(branch, to, at))
    const choices = branchesOf(to)
    if (choices) return closest(choices.map((choice) => compare(from, choice, at)))
    return compareType(from, to, at) ?? [...compareValues(from, to, at), ...compareFields(from, to, at)]
  }

  function compareType(from: Json, to: Json, at: string): string[] | null {
    const type = from.type ?? typeOfValues(from)
    const wanted = to.type ?? typeOfValues(to)
    if (wanted === undefined || type === wanted || (type === 'integer' && wanted === 'number')) return null
    return [`${at || 'it'} may be ${String(type ?? 'anything')}, not ${String(wanted)}`]
  }

  function compareValues(from: Json, to: Json, at: string): string[] {
    if (reading === 'cast') return []
    const given = valuesOf(from)
    const known = valuesOf(to)
    const unknown = known && (given?.filter((value) => !known.includes(value)) ?? ['other values'])
    const bounds = [
      ...lowest.filter((key) => isNarrower(to[key], from[key], 1)),
      ...highest.filter((key) => isNarrower(to[key], from[key], -1)),
      ...same.filter((key) => to[key] !== undefined && to[key] !== from[key]),
    ]
    return [
      ...(unknown ?? []).map((value) => `${at || 'it'} may be ${String(value)}`),
      ...bounds.map((key) => `${at || 'it'} has another ${key}`),
    ]
  }

  function compareFields(from: Json, to: Json, at: string): string[] {
    const given = fieldsOf(from, 'properties')
    const known = fieldsOf(to, 'properties')
    const certain = new Set(listOf(from, 'required'))
    const lacking = listOf(to, 'required').filter((name) => !certain.has(name))
    const closed = reading === 'parse' && to.additionalProperties === false
    return [
      ...lacking.map((name) => `${at}.${name} ${given[name] ? 'may be missing' : 'is missing'}`),
      ...Object.entries(given).flatMap(([name, field]) => {
        const wanted = known[name]
        if (wanted) return compare(field, wanted, `${at}.${name}`)
        return closed ? [`${at}.${name} is not known`] : []
      }),
      ...compareBelow(from, to, at, 'items', '[]'),
      ...compareBelow(from, to, at, 'additionalProperties', '.*'),
    ]
  }

  function compareBelow(from: Json, to: Json, at: string, key: string, mark: string): string[] {
    const one = from[key]
    const other = to[key]
    return isJson(one) && isJson(other) ? compare(one, other, at + mark) : []
  }
}

function branchesOf(schema: Json): Json[] | null {
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  const branches = schema.anyOf ?? schema.oneOf
  return Array.isArray(branches) ? branches.filter(isJson) : null
}

function closest(found: string[][]): string[] {
  return found.toSorted((a, b) => a.length - b.length)[0] ?? []
}

function resolved(schema: Json, root: Json): Json {
  const name = typeof schema.$ref === 'string' ? schema.$ref.replace('#/$defs/', '') : undefined
  return name === undefined ? schema : name === '#' ? root : (fieldsOf(root, '$defs')[name] ?? {})
}

function valuesOf(schema: Json): unknown[] | null {
  if ('const' in schema) return [schema.const]
  const values = Array.isArray(schema.enum) ? schema.enum : null
  return values && schema.type !== undefined
    ? values.filter((one) => (one === null) === (schema.type === 'null'))
    : values
}

function typeOfValues(schema: Json): string | undefined {
  const [value] = valuesOf(schema) ?? []
  return value === undefined ? undefined : value === null ? 'null' : typeof value
}

function isNarrower(wanted: unknown, given: unknown, sign: 1 | -1): boolean {
  return typeof wanted === 'number' && (typeof given !== 'number' || wanted * sign > given * sign)
}

function fieldsOf(schema: Json, key: string): Record<string, Json> {
  const fields = schema[key]
  return isJson(fields)
    ? Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => isJson(entry[1])))
    : {}
}

function listOf(schema: Json, key: string): string[] {
  const list = schema[key]
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string') : []
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(one: Json, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other) && !JSON.stringify(one).includes('$ref')
}
