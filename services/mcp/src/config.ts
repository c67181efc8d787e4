import { commonVariables, switchVariable } from '@rts/shared/config'
import { z } from 'zod'

const { DATABASE_URL: _none, ...variables } = commonVariables

/** Every variable of the agent endpoint; it stores nothing, so it has no database. */
export const configSchema = z.object({
  ...variables,
  /** The public address of the whole system, for agents and people. */
  PUBLIC_URL: z
    .url()
    .default('http://127.0.0.1:8080')
    .transform((url) => url.replace(/\/$/, '')),
  /** Serves protocol revision 2026-07-28 besides those of 2025. */
  MCP_MODERN: switchVariable.default(true),
})
export type Config = z.output<typeof configSchema>
