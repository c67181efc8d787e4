import type { Caller } from '@rts/shared/contract/caller'
import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import { type OperationName, type Operations, operationOf } from '@rts/shared/contract/table'
import { plainIssue } from '@rts/shared/service/plain-issue'
import { z } from 'zod'

/** Rows of the table with a binding for agents. */
export type ToolOperation = {
  [N in OperationName]: Operations[N] extends { mcp: object } ? N : never
}[OperationName]

/** Calls an operation at its owner as the caller, or as `system` for operations that only services may call. */
export type OwnerCall = <N extends OperationName>(
  name: N,
  input: OperationInput<Operations[N]>,
  as?: 'caller' | 'system',
) => Promise<OperationOutput<Operations[N]>>

/** A tool gets this besides its input. */
export type ToolContext = {
  caller: Caller
  call: OwnerCall
  mcpUrl: string
  appUrl: string
  /** Why each tool is closed to this caller, null if it is open; `host` is that of the caller's first site. */
  closedTools(host: string | undefined): { name: string; reason: string | null }[]
}

/** How a tool behaves; all hints are published, because the protocol's defaults are alarming. */
export type Hints = { reads: boolean; idempotent: boolean; openWorld: boolean; destroys?: true }

/** The hints of a tool that reads public data. */
export const reading: Hints = { reads: true, idempotent: true, openWorld: true }

export type Tool = {
  operation: ToolOperation
  name: string
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
  hints: Hints
  /** Other accepted spellings of input fields, which are not published. */
  aliases: Readonly<Record<string, string>>
  /** The field of the answer that has the rows of a page. */
  list: string
  /** Closed to a key that is limited to one site, except for that site. */
  addsSites: boolean
  /** The call for an input, or the input's errors. */
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

/** Defines the tool of a row of the table, which gives its name, gate and callers. It uses no SDK. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  operation: ToolOperation,
  spec: Spec<I, O>,
): Tool {
  const name = operationOf(operation).mcp?.tool ?? ''
  const prepare = (args: unknown) => {
    const { data, error } = spec.input.safeParse(args, { error: plainIssue })
    return error ? { issues: error.issues } : { run: (context: ToolContext) => spec.run(data, context) }
  }
  // Of a frozen site, says what a person can do.
  const output = 'reason' in spec.output.shape ? z.object({ hint, ...spec.output.shape }) : spec.output
  return { aliases: {}, addsSites: false, list: 'rows', ...spec, output, operation, name, prepare }
}
