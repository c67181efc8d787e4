import { mcpPath, restBasePath } from '@rts/shared/contract/doors'
import { operations } from '@rts/shared/contract/table'
import { z } from 'zod'

/** A call that the load makes, and the answer that counts as one. */
export type Question = { method: 'GET' | 'POST'; path: string; body?: string; answer: z.ZodType }

const { http, response: sites } = operations['sites.list']
const { mcp } = operations['overview.get']
const standings = z.object({ score: z.number(), rows: z.array(z.unknown()), total: z.int() })
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: mcp.tool, arguments: {} } }
const result = z.object({ isError: z.literal(false).optional(), structuredContent: standings })

export const questions: Record<'rest' | 'mcp', Question> = {
  rest: { method: http.method, path: `${restBasePath}${http.path}`, answer: sites.extend({ allowance: z.object({}) }) },
  mcp: { method: 'POST', path: mcpPath, body: JSON.stringify(call), answer: z.object({ result }) },
}

/** The outcome of a call: 200 only for the answer that it must have. */
export function resultOf({ answer }: Question, status: number, text: string): number | string {
  if (status !== 200) {
    const detail = /"detail":"([^"]*)"/.exec(text)?.[1]
    return detail === undefined ? status : `${status} ${detail}`
  }
  return answer.safeParse(jsonOf(text)).success ? 200 : `another answer: ${text.slice(0, 120)}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
