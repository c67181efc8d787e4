import { collectState } from '../contract/fields.ts'
import { storedVariant } from '../contract/locale.ts'
import { issueRow } from '../contract/rows/content.ts'
import { failure } from '../contract/rows/keyword.ts'
import { componentPath, type Json } from './openapi-schemas.ts'

/** With a name, generated clients have one type for each list. */
const choices: Record<string, { values: readonly string[]; description: string }> = {
  CollectReason: { values: collectState.reason.unwrap().options, description: 'Why nothing is collected now' },
  CollectStatus: { values: collectState.status.options, description: 'The state of data that is collected' },
  Device: { values: storedVariant.device.options, description: 'The device that people search on' },
  FailureKind: { values: failure.unwrap().options, description: 'Why something that was asked outside failed' },
  Severity: { values: issueRow.shape.severity.options, description: 'How bad something is' },
}
const names = new Map(Object.entries(choices).map(([name, { values }]) => [JSON.stringify(values), name]))

export function choiceSchemas(): Record<string, Json> {
  const entries = Object.entries(choices)
  return Object.fromEntries(
    entries.map(([name, { values, ...said }]) => [name, { type: 'string', enum: values, ...said }]),
  )
}

export function withNamedChoices<T>(piece: T): T {
  const visit = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(visit)
    if (node === null || typeof node !== 'object') return node
    const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]))
    const name = names.get(JSON.stringify(inner.enum))
    if (name === undefined) return inner
    const { type: _type, enum: _enum, ...said } = inner
    return { $ref: componentPath + name, ...said }
  }
  // safe because nothing but lists of values is replaced
  return visit(piece) as T
}
