import { z } from 'zod'

const detail = z.looseObject({
  violations: z
    .array(z.looseObject({ quotaId: z.string().nullish() }))
    .nullish()
    .catch(null),
  /** Of a RetryInfo: `26.4s`. */
  retryDelay: z.string().nullish().catch(null),
})
const refusal = z.looseObject({
  error: z.looseObject({
    status: z.string().nullish(),
    message: z.string().default(''),
    details: z.array(detail).default([]).catch([]),
  }),
})

/** google.rpc.Status with its details. */
export function googleRefusal(body: unknown) {
  const { status = null, message = '', details = [] } = refusal.safeParse(body).data?.error ?? {}
  const delay = details.find(({ retryDelay }) => retryDelay)?.retryDelay
  const seconds = Number.parseFloat(delay ?? '')
  return {
    status,
    message,
    quotaIds: details.flatMap(({ violations }) => (violations ?? []).flatMap(({ quotaId }) => quotaId ?? [])),
    retryAfterSeconds: Number.isFinite(seconds) ? Math.ceil(seconds) : null,
  }
}
