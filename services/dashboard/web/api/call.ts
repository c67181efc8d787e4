import type { OperationInput, OperationOutput } from '@rts/shared/contract/operation'
import type { Operations } from '@rts/shared/contract/table'
import { queryOptions } from '@tanstack/react-query'
import { type How, send } from './send.ts'

/** The operations that a signed-in person may call, derived from the table. */
export type PersonOperation = {
  [N in keyof Operations]: 'person' extends Operations[N]['callers'][number] ? N : never
}[keyof Operations]
export type InputOf<N extends PersonOperation> = OperationInput<Operations[N]>
export type OutputOf<N extends PersonOperation> = OperationOutput<Operations[N]>

export async function call<N extends PersonOperation>(name: N, input: InputOf<N>, how?: How) {
  // safe because the service has checked its answer against this very row
  return (await send(`/api/op/${name}`, input, how)) as OutputOf<N>
}

/** A query of an operation: its key is the operation and its input. */
export function read<N extends PersonOperation>(name: N, input: InputOf<N>) {
  return queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => call(name, input, { signal }) })
}
