import { z } from 'zod'
import { events } from '../contract/events.ts'
import type { Operation } from '../contract/operation.ts'
import { type OperationName, operationEntries } from '../contract/table.ts'
import type { Json } from './accepts.ts'
import { factSubjectOf, subjectOf } from './subjects.ts'

const parts = ['params', 'query', 'body'] as const

/** For other releases: `input` as a caller writes it, `answer` as the owner sends it. */
export type RowSnapshot = {
  subject: string
  callers: string[]
  http?: string
  tool?: string
  input: Record<string, Json>
  answer: Json
}
/** Its subjects, and the state that consumers parse. */
export type FactSnapshot = { subjects: string[]; state: Json }
export type Snapshot = { operations: Record<string, RowSnapshot>; facts: Record<string, FactSnapshot> }

export function snapshot(): Snapshot {
  return {
    operations: Object.fromEntries(operationEntries().map(([name, row]) => [name, rowSnapshot(name, row)])),
    facts: Object.fromEntries(
      Object.entries(events).map(([type, { consumers, state }]) => [
        type,
        { subjects: consumers.map(factSubjectOf), state: jsonOf(state, 'input') },
      ]),
    ),
  }
}

function rowSnapshot(name: OperationName, row: Operation): RowSnapshot {
  return {
    subject: subjectOf(name),
    callers: [...row.callers],
    ...(row.http && { http: `${row.http.method} ${row.http.path}` }),
    ...(row.mcp && { tool: row.mcp.tool }),
    input: Object.fromEntries(
      parts.flatMap((part) => {
        const schema = row[part]
        return schema ? [[part, jsonOf(schema, 'input')]] : []
      }),
    ),
    answer: jsonOf(row.response, 'output'),
  }
}

/** Refinements and transformations are left out. */
export function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}
