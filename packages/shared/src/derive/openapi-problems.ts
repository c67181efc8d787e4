import { z } from 'zod'
import { timestamp } from '../contract/fields.ts'
import type { Operation } from '../contract/operation.ts'
import { described } from '../contract/words.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'

/** A key has no role, no sign-in and buys nothing. */
export const peopleCodes: readonly ErrorCode[] = [
  'not_signed_in',
  'sign_in_failed',
  'mail_not_verified',
  'sign_in_again',
  'sign_up_closed',
  'role_required',
  'price_changed',
]
// safe because the keys of the closed list are its codes
const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => !peopleCodes.includes(code))

const fieldError = z.object({
  in: described(z.enum(['body', 'query', 'path']), 'Where the field is', 'body'),
  field: described(z.string(), 'Its name, or a path such as `domains[2]`', 'domain'),
  code: described(z.string(), 'The problem as a code', 'required'),
  message: described(z.string(), 'The problem in words', 'is required'),
})
const planLimit = z.object({
  name: described(z.string(), 'The limit of the plan', 'keywords'),
  max: described(z.int(), 'How many it allows', 100),
  used: described(z.int(), 'How many there are', 100),
})
const strikes = z.object({
  count: described(z.int(), 'Strikes of this key', 1),
  limit: described(z.int(), 'At this many it is revoked', 5),
})

export const allowance = described(
  z.object({
    used: described(z.int().min(0), 'Calls counted today', 12),
    limit: described(z.int().min(0), 'Calls that the plan allows a day', 100),
    remaining: described(z.int().min(0), '`limit` − `used`, never below 0', 88),
    resetsAt: described(timestamp, 'The next UTC midnight', '2026-03-03T00:00:00.000Z'),
    exhausted: described(z.boolean(), 'Whether they are used up', false),
  }),
  'The calls of the UTC day, of all server keys of the account together',
)

export const problem = described(
  z.object({
    allowance,
    type: described(
      z.string(),
      'Where the code is explained, relative to the address that was called',
      '/docs/errors#invalid_input',
    ),
    title: described(z.string(), 'The code in words', 'Invalid input'),
    status: described(z.int(), 'The HTTP status', 400),
    detail: described(z.string(), 'The problem of this call', 'domain is required'),
    instance: described(
      z.string(),
      'The id of the request: name it when you ask about it',
      '3f6c1c52-8f0e-4d0c-9a52-0c8f8d8b7a11',
    ),
    code: described(z.enum(codes), 'The code that a program should branch on', 'invalid_input'),
    retryable: described(z.boolean(), 'Whether the same call can succeed later', false),
    errors: described(z.array(fieldError).optional(), 'Each bad field'),
    requiredPlan: described(z.string().optional(), 'With `plan_required`: the lowest plan that has it', 'starter'),
    planLimit: described(planLimit.optional(), 'With `plan_limit_reached`'),
    strikes: described(strikes.optional(), 'With `path_not_listed`'),
    retryAfterSeconds: described(z.int().optional(), 'When to try again, as in `Retry-After`', 20),
  }),
  'A refusal (RFC 9457)',
)

const ofEveryCall: readonly ErrorCode[] = [
  'bad_request',
  'invalid_input',
  'unknown_field',
  'missing_key',
  'invalid_key',
  'browser_not_allowed',
  'rate_limited',
  'internal',
  'bad_upstream_body',
  'unavailable',
  'timeout',
]

export function problemsOf(row: Operation): Map<number, ErrorCode[]> {
  const when = (isSo: unknown, ...some: ErrorCode[]) => (isSo ? some : [])
  const possible = new Set<ErrorCode>([
    ...ofEveryCall,
    ...when(row.body, 'payload_too_large', 'unsupported_media_type'),
    ...when(row.params, 'not_found'),
    ...when(row.kind === 'write', 'allowance_exhausted'),
    ...when(row.fieldGates, 'plan_required'),
    ...(row.refusals ?? []),
  ])
  const byStatus = Map.groupBy(
    codes.filter((code) => possible.has(code)),
    (code): number => errorCodes[code].status,
  )
  if (row.body) byStatus.set(408, ['bad_request'])
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

export function inWords(some: readonly ErrorCode[]): string {
  return some.map((code) => `\`${code}\`: ${errorCodes[code].title}`).join('; ')
}
