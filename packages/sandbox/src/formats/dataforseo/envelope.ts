import type { Answer } from '../provider.ts'

export const codes = {
  ok: [20000, 'Ok.'],
  created: [20100, 'Task Created.'],
  oneTaskOnly: [40000, 'You can set only one task at a time.'],
  unauthorized: [40100, 'You are not Authorized to Access this Resource.'],
  noResults: [40102, 'No Search Results.'],
  payment: [40200, 'Payment Required.'],
  rate: [40202, 'Rate limit per minute exceeded.'],
  notFound: [40400, 'Not Found.'],
  taskNotFound: [40401, 'Task Not Found.'],
  tooMany: [40006, 'You can set no more than 100 tasks at a time.'],
  noPost: [40503, 'POST Data Is Invalid.'],
  inQueue: [40602, 'Task In Queue.'],
  internal: [50000, 'Internal Error.'],
} as const
export type Code = readonly [number, string]

export function invalidField(field: string): Code {
  return [40501, `Invalid Field: '${field}'.`]
}

export type Task = {
  id: string
  status_code: number
  status_message: string
  time: string
  cost: number
  result_count: number
  path: string[]
  data: Record<string, unknown>
  result: unknown[] | null
}

export function task(input: {
  id: string
  code: Code
  cost?: number
  path: string[]
  data: Record<string, unknown>
  result?: unknown[] | null
}): Task {
  const { id, code, cost = 0, path, data, result = null } = input
  const [status_code, status_message] = code
  return {
    id,
    status_code,
    status_message,
    time: '0.1 sec.',
    cost,
    result_count: result?.length ?? 0,
    path,
    data,
    result,
  }
}

function sum(costs: number[]): number {
  return Number(costs.reduce((total, cost) => total + cost, 0).toFixed(6))
}

export function envelope(code: Code, tasks: Task[] | null, status = 200): Answer {
  const [status_code, status_message] = code
  const body = {
    version: '0.1.20260101',
    status_code,
    status_message,
    time: '0.3 sec.',
    cost: sum((tasks ?? []).map((each) => each.cost)),
    tasks_count: tasks?.length ?? 0,
    tasks_error: (tasks ?? []).filter((each) => each.status_code >= 40000).length,
    tasks,
  }
  return { status, body }
}
