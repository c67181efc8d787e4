import type { Json } from './openapi-schemas.ts'

const reserved =
  /^(and|as|assert|break|class|def|del|elif|else|except|for|from|global|if|import|in|is|lambda|not|or|pass|raise|return|try|while|with|yield)$/
const scalars: Record<string, string> = {
  integer: 'int',
  number: 'float',
  string: 'str',
  boolean: 'bool',
  null: 'None',
}

/** `createBulk` becomes `create_bulk`, `from` becomes `from_`. */
export function pythonName(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return reserved.test(snake) ? `${snake}_` : snake
}

export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `typeOf` writes a type; `classes` collects those that it needs. */
export function pythonTypes() {
  const classes = new Map<string, string>()

  function typeOf(schema: Json, name: string): string {
    const { $ref, anyOf, properties, items, type } = schema
    if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? ''
    if ('const' in schema) return `Literal[${literal(schema.const)}]`
    if (Array.isArray(schema.enum)) return `Literal[${schema.enum.map(literal).join(', ')}]`
    if (Array.isArray(anyOf)) return unionOf(anyOf.map((one) => typeOf(one, name)))
    if (Array.isArray(type)) return unionOf(type.map((one) => typeOf({ ...schema, type: one }, name)))
    if (type === 'array') return `List[${typeOf(Object(items), singular(name))}]`
    if (properties) return classOf(schema, name)
    return type === 'object' ? 'Dict[str, Any]' : (scalars[String(type)] ?? 'Any')
  }

  function classOf(schema: Json, name: string): string {
    if (classes.has(name)) throw new Error(`Two types would have the name ${name}`)
    classes.set(name, '')
    const needed: unknown[] = Array.isArray(schema.required) ? schema.required : []
    const fields = Object.entries<Json>(Object(schema.properties)).map(([field, of]) => {
      const type = typeOf(of, `${name}${capital(field)}`)
      return { field, type, comment: commentOf(of.description, '    '), isRequired: needed.includes(field) }
    })
    classes.delete(name)
    classes.set(name, dictOf(name, commentOf(schema.description, '    '), fields))
    return name
  }

  return { classes, typeOf }
}

type Field = { field: string; type: string; comment: string; isRequired: boolean }

/** Two classes for optional fields: `NotRequired` needs Python 3.11. */
function dictOf(name: string, comment: string, fields: Field[]): string {
  const isReserved = fields.some(({ field }) => reserved.test(field))
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const required = fields.filter(({ isRequired }) => isRequired)
  if (isReserved && optional.length > 0) throw new Error(`${name} has reserved words and optional fields`)
  if (isReserved) {
    const pairs = fields.map(({ field, type }) => `    "${field}": ${JSON.stringify(type.replaceAll('"', "'"))},\n`)
    return `${name} = TypedDict("${name}", {\n${pairs.join('')}})\n`
  }
  const lines = (some: Field[]) => some.map(({ field, type, comment: of }) => `    ${field}: ${type}\n${of}`).join('')
  if (optional.length === 0) return `class ${name}(TypedDict):\n${comment}${lines(required)}`
  if (required.length === 0) return `class ${name}(TypedDict, total=False):\n${comment}${lines(optional)}`
  return `class _${name}(TypedDict):\n${lines(required)}\n\nclass ${name}(_${name}, total=False):\n${comment}${lines(optional)}`
}

function unionOf(types: string[]): string {
  const some = [...new Set(types)]
  const values = some.filter((type) => type !== 'None')
  const union = values.length === 1 ? (values[0] ?? '') : `Union[${values.join(', ')}]`
  return values.length === some.length ? union : `Optional[${union}]`
}

function literal(value: unknown): string {
  return typeof value === 'boolean' ? capital(String(value)) : JSON.stringify(value)
}

function singular(name: string): string {
  return name.endsWith('s') ? name.replace(/(ie)?s$/, (_, y) => (y ? 'y' : '')) : `${name}Item`
}

export function commentOf(description: unknown, indent: string): string {
  if (description === undefined) return ''
  return `${indent}"""${String(description).replaceAll('\\', '\\\\').replaceAll('"""', "'''").replace(/"$/, '\\"')}"""\n`
}
