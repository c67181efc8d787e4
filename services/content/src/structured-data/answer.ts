import type { Finding, Format, Item, Severity, Value } from './model.ts'

export type AnswerError = {
  code: string
  severity: Severity
  message: string
  type: string | null
  field: string | null
  path: string | null
  line: number | null
  column: number | null
}
export type AnswerItem = {
  type: string
  id: string | null
  format: Format
  properties: Record<string, unknown>
  path: string | null
  line: number | null
  valid: boolean
  richResult: string | null
  errors: AnswerError[]
}
/** `errors`: all findings in text order; items repeat theirs. */
export type Answer = { items: AnswerItem[]; errors: AnswerError[] }

const maxTextLength = 1_000

export type Judged = {
  text: string
  roots: readonly Item[]
  richResults: ReadonlyMap<Item, string | null>
  all: readonly Finding[]
  invalid: ReadonlySet<Item>
}

export function answerOf({ text, roots, richResults, all, invalid }: Judged): Answer {
  const lineOf = createLines(text)
  const ordered = [...all].sort((a, b) => (a.at ?? text.length) - (b.at ?? text.length))
  const byRoot = new Map<Item, AnswerError[]>()
  const errors = ordered.map((finding) => {
    const error = errorOf(finding, lineOf)
    if (finding.root) byRoot.set(finding.root, [...(byRoot.get(finding.root) ?? []), error])
    return error
  })
  const shown = new Set<Item>()
  const items = roots.map((root) => {
    const own = byRoot.get(root) ?? []
    return {
      type: root.types.map(nameOf).join(', '),
      id: root.id,
      format: root.format,
      properties: propertiesOf(root, shown),
      path: root.path,
      line: lineOf(root.at).line,
      valid: !invalid.has(root),
      richResult: richResults.get(root) ?? null,
      errors: own,
    }
  })
  return { items, errors }
}

function errorOf(finding: Finding, lineOf: ReturnType<typeof createLines>): AnswerError {
  const { code, severity, message, type = null, field = null, path = null, at } = finding
  const place = at === null ? { line: null, column: null } : lineOf(at)
  return { code, severity, message, type: type && nameOf(type), field, path, ...place }
}

/** Names without a vocabulary keep a leading colon. */
function nameOf(name: string): string {
  return cut(name.replace(/^:/, ''))
}

/** In JSON-LD form; each item is expanded once. */
function propertiesOf(item: Item, shown: Set<Item>): Record<string, unknown> {
  shown.add(item)
  const entries = [...item.properties].flatMap(([name, values]) => {
    const plain = values.map((value) => plainValue(value, shown))
    return plain.length === 0 ? [] : [[nameOf(name), plain.length === 1 ? plain[0] : plain]]
  })
  return Object.fromEntries(entries)
}

function plainValue(value: Value, shown: Set<Item>): unknown {
  if (value.kind === 'ref') return { '@id': cut(value.id) }
  if (value.kind === 'number') return Number(value.text)
  if (value.kind === 'boolean') return value.text === 'true'
  if (value.kind !== 'item') return cut(value.text)
  const { types, id } = value.item
  const names = types.map(nameOf)
  return {
    ...(names.length > 0 && { '@type': names.length === 1 ? names[0] : names }),
    ...(id !== null && { '@id': cut(id) }),
    ...(!shown.has(value.item) && propertiesOf(value.item, shown)),
  }
}

function cut(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

type Place = { line: number; column: number }

function createLines(text: string): (at: number) => Place {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (at) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - (starts[low] ?? 0) + 1 }
  }
}
