import { defaultBodyLimitBytes } from '@rts/shared/contract/operation'
import { operationEntries } from '@rts/shared/contract/table'
import { AppError } from '@rts/shared/errors'
import type { Exchange } from '../common/exchange.ts'
import { visitsAtOnce } from '../common/limits.ts'
import type { Network } from '../common/network.ts'
import { createPlaces } from '../common/places.ts'
import { type BodyBudget, declaresMore, hasBody, readBody } from '../common/request-body.ts'

/** One request of a browser. */
export type Visit = Exchange & { network: Network }
export type VisitStep = (visit: Visit) => void | Promise<void>

const methods = ['GET', 'HEAD', 'POST']
/** The limit for a browser with a session: the longest body of the rows that a person may use. */
const signedInLimitBytes = Math.max(
  ...operationEntries()
    .filter(([, row]) => row.callers.includes('person'))
    .map(([, row]) => row.http?.bodyLimitBytes ?? defaultBodyLimitBytes),
)
/** Only its presence, and only for the size of a body: the dashboard checks it. */
const sessionCookie = /(?:^|;\s*)(?:__Host-)?rts=/

export const checkMethod: VisitStep = ({ req }) => {
  if (!methods.includes(req.method))
    throw new AppError('method_not_allowed', 'Send GET, HEAD or POST', { allow: methods })
  if (req.method !== 'POST' && hasBody(req)) throw new AppError('bad_request', 'Only a POST has a body')
}

/** One address never holds more than its share of the places and of the memory. */
export function enterNetwork(): VisitStep {
  const places = createPlaces(visitsAtOnce)
  return ({ network, res }) => {
    if (!places.enter(network.area ?? network.hash, res))
      throw new AppError('rate_limited', 'Too many requests at once', { retryAfterSeconds: 1 })
  }
}

/** Reads the whole body: 64 KB, or what the table allows for a browser that is signed in. */
export function readVisit({ budget, bodyDeadlineMs }: { budget: BodyBudget; bodyDeadlineMs: number }): VisitStep {
  return async (visit) => {
    const { req, res } = visit
    if (!hasBody(req)) return
    const limitBytes = sessionCookie.test(req.headers.cookie ?? '') ? signedInLimitBytes : defaultBodyLimitBytes
    if (req.headers.expect !== undefined && !declaresMore(req, limitBytes)) res.writeContinue()
    visit.body = await readBody(visit, limitBytes, bodyDeadlineMs, budget)
  }
}
