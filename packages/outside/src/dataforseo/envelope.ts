import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import { z } from 'zod'
import { dataForSeo } from './request.ts'

const taskSchema = z.looseObject({
  id: z.string().nullish(),
  status_code: z.number(),
  status_message: z.string().nullish(),
  cost: z.number().nonnegative().nullish(),
  data: z.looseObject({ tag: z.string().nullish() }).nullish().catch(undefined),
  result: z.unknown().optional(),
})
const envelopeSchema = z.looseObject({
  status_code: z.number(),
  status_message: z.string().nullish(),
  // One unreadable task must not lose the other ids.
  tasks: z.array(taskSchema.nullable().catch(null)).nullish(),
})
export type DataForSeoTask = z.output<typeof taskSchema>

/** By status code of envelope or task. 40501 has several meanings; its text decides. */
export function meaningOf(code: number, message: string): 'done' | 'empty' | 'pending' | FailureKind {
  if (code === 20000) return 'done'
  if (code === 20100 || code === 40601 || code === 40602) return 'pending'
  if (code === 40102 || (code === 40501 && /no search results/i.test(message))) return 'empty'
  if (code === 40202 || code === 40209) return 'rate'
  if (code === 40100 || code === 40104 || code === 40204 || code === 40207) return 'auth'
  if (code >= 40200 && code < 40300) return 'quota'
  // A lost or expired task can be asked again.
  if (code === 40401 || code === 40403) return 'upstream'
  return (code >= 40000 && code < 40100) || (code >= 40400 && code < 40600) ? 'bad_request' : 'upstream'
}

/** 40101, the engine's own error, is charged. */
export function failureOfCode(code: number, message: string): Failure {
  const meaning = meaningOf(code, message)
  const isFailure = meaning !== 'done' && meaning !== 'empty' && meaning !== 'pending'
  return failed(dataForSeo, isFailure ? meaning : 'parse', { billed: code === 40101 })
}

/** In order of the request, or the envelope's failure. */
export function readEnvelope(body: unknown): { ok: true; tasks: (DataForSeoTask | null)[] } | Failure {
  const parsed = envelopeSchema.safeParse(body)
  if (!parsed.success) return failed(dataForSeo, 'parse')
  const { status_code, status_message, tasks } = parsed.data
  if (status_code !== 20000) return failureOfCode(status_code, status_message ?? '')
  return tasks?.length ? { ok: true, tasks } : failed(dataForSeo, 'parse')
}
