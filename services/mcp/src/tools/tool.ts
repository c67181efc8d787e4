import type { Caller } from '@rts/shared/contract/caller'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import { type OperationName, type Operations, operationOf } from '@rts/shared/contract/table'
import { plainIssue } from '@rts/shared/service/plain-issue'
import { z } from 'zod'

export type ToolOperation = {
  [N in OperationName]: Operations[N] extends { mcp: object } ? N : never
}[OperationName]

/** As the caller, or as `system` for operations of services. */
export type OwnerCall = <N extends OperationName>(
  name: N,
  input: OperationInput<Operations[N]>,
  as?: 'caller' | 'system',
) => Promise<OperationOutput<Operations[N]>>

export type ToolContext = {
  caller: Caller
  call: OwnerCall
  mcpUrl: string
  appUrl: string
  /** `reason` is null for an open tool; `host` is that of the caller's first site. */
  closedTools(host: string | undefined): { name: string; reason: string | null }[]
}

/** All are published: the protocol's defaults are alarming. */
export type Hints = { reads: boolean; idempotent: boolean; openWorld: boolean; destroys?: true }

export const reading: Hints = { reads: true, idempotent: true, openWorld: true }

export type Tool = {
  operation: ToolOperation
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  hints: Hints
  aliases: Readonly<Record<string, string>>
  list: string
  /** A key limited to one site may use it for that site alone. */
  addsSites: boolean
  prepare(args: unknown): PreparedCall | { issues: z.core.$ZodIssue[] }
}
export type PreparedCall = { run(context: ToolContext): Promise<unknown> }

type Spec<I extends z.ZodObject, O extends z.ZodObject> = {
  title: string
  description: string
  input: I
  output: O
  hints: Hints
  aliases?: Readonly<Record<string, string>>
  addsSites?: true
  list?: string
  run(args: z.output<I>, context: ToolContext): Promise<z.input<O>>
}

const hint = z.string().nullable().optional()

/** The table's row gives name, gate and callers. Uses no SDK. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  operation: ToolOperation,
  spec: Spec<I, O>,
): Tool {
  const name = operationOf(operation).mcp?.tool ?? ''
  const prepare = (args: unknown) => {
    const { data, error } = spec.input.safeParse(args, { error: plainIssue })
    return error ? { issues: error.issues } : { run: (context: ToolContext) => spec.run(data, context) }
  }
  // A frozen site's answer says what a person can do.
  const output = 'reason' in spec.output.shape ? z.object({ hint, ...spec.output.shape }) : spec.output
  return { aliases: {}, addsSites: false, list: 'rows', ...spec, output, operation, name, prepare }
}
