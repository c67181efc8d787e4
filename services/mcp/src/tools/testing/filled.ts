import type { z } from 'zod'

type Schema = z.core.$ZodType
type Definition = {
  type: string
  format?: string
  innerType: Schema
  out: Schema
  element: Schema
  shape: Record<string, Schema>
  options: Schema[]
  entries: Record<string, string>
  values: unknown[]
}

/** `text` in each text; `lists` gives the length of a list by name, else five. */
export function filled(schema: Schema, text: string, lists: Record<string, number>, name = ''): unknown {
  // safe because each part is read of the kind that has it
  const def = schema._zod.def as unknown as Definition
  const inner = (child: Schema | undefined) => (child ? filled(child, text, lists, name) : null)
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return inner(def.innerType)
    case 'pipe':
      return inner(def.out)
    case 'union':
      return inner(def.options[0])
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, child]) => [key, filled(child, text, lists, key)]))
    case 'array':
      return Array.from({ length: lists[name] ?? 5 }, () => inner(def.element))
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'boolean':
      return true
    case 'number':
      return 12_345
    default:
      return textOf(def.format, name) ?? text
  }
}

function textOf(format: string | undefined, name: string): string | null {
  if (format === 'date') return '2026-03-02'
  if (format === 'datetime') return '2026-03-02T06:00:00.000Z'
  return name === 'id' || name.endsWith('Id') ? '0b9f2f5e-6a0c-4c53-9d4e-2a4a8f4c1d77' : null
}
