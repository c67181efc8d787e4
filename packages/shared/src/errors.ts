import { errorsPath } from './contract/doors.ts'
import { refusals } from './texts/refusals.ts'
import type { Sentence } from './texts/sentence.ts'

/** The closed list of error codes: the HTTP status of each, and whether a retry can help although the refusal does not say when. */
export const errorCodes = {
  bad_request: { status: 400, retryable: false, title: 'Bad request' },
  invalid_input: { status: 400, retryable: false, title: 'Invalid input' },
  unknown_field: { status: 400, retryable: false, title: 'Unknown field' },
  fetch_failed: { status: 400, retryable: true, title: 'The address could not be fetched' },
  missing_key: { status: 401, retryable: false, title: 'No key' },
  invalid_key: { status: 401, retryable: false, title: 'Invalid key' },
  not_signed_in: { status: 401, retryable: false, title: 'Not signed in' },
  sign_in_failed: { status: 401, retryable: false, title: 'Wrong mail address or password' },
  plan_required: { status: 402, retryable: false, title: 'A higher plan is required' },
  plan_limit_reached: { status: 402, retryable: false, title: 'Plan limit reached' },
  browser_not_allowed: { status: 403, retryable: false, title: 'Browsers are not allowed' },
  allowance_exhausted: { status: 403, retryable: true, title: 'Daily allowance used up' },
  mail_not_verified: { status: 403, retryable: false, title: 'Mail address not verified' },
  sign_in_again: { status: 403, retryable: false, title: 'Sign in again' },
  sign_up_closed: { status: 403, retryable: false, title: 'Sign-up is closed' },
  role_required: { status: 403, retryable: false, title: 'Your role does not allow this' },
  path_not_listed: { status: 404, retryable: false, title: 'Path not on the list' },
  not_found: { status: 404, retryable: false, title: 'Not found' },
  method_not_allowed: { status: 405, retryable: false, title: 'Method not allowed' },
  conflict: { status: 409, retryable: false, title: 'Conflict' },
  price_changed: { status: 409, retryable: false, title: 'The price has changed' },
  not_connected: { status: 409, retryable: false, title: 'Not connected' },
  payload_too_large: { status: 413, retryable: false, title: 'Payload too large' },
  unsupported_media_type: { status: 415, retryable: false, title: 'Unsupported media type' },
  rate_limited: { status: 429, retryable: true, title: 'Too many requests' },
  internal: { status: 500, retryable: true, title: 'Internal error' },
  provider_failed: { status: 502, retryable: true, title: 'A data provider failed' },
  bad_upstream_body: { status: 502, retryable: true, title: 'Bad answer from a service' },
  unavailable: { status: 503, retryable: true, title: 'Unavailable' },
  timeout: { status: 504, retryable: true, title: 'Timed out' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** One bad field of a request; `field` is a path such as `domains[2]`. `sentence` is the message for pages, as in `ErrorFacts`. */
export type FieldError = {
  in: 'body' | 'query' | 'path'
  field: string
  code: string
  message: string
  sentence?: Sentence
}

/** Facts that some codes carry beside the message, as they appear in the problem body. */
export type ErrorFacts = {
  errors?: FieldError[]
  requiredPlan?: string
  planLimit?: { name: string; max: number; used: number }
  strikes?: { count: number; limit: number }
  retryAfterSeconds?: number
  allow?: string[]
  /** A refusal caused by this caller, not a fault of the service. */
  isCallers?: true
  /** Only `bad_request` has more than one status: 400, 408 or 431. */
  status?: number
  /** The message with its key and facts, for pages in another language. Only services and our own pages get it. */
  sentence?: Sentence
}

/** The only error that callers see: its message is public. Every other error becomes `internal`. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly facts: ErrorFacts

  /** A refusal that people meet has a sentence of the catalogue; one for programs and operators has a plain text. */
  constructor(code: ErrorCode, message: string | Sentence, facts: ErrorFacts = {}) {
    super(typeof message === 'string' ? message : message.text)
    this.code = code
    this.facts = typeof message === 'string' ? facts : { ...facts, sentence: message }
  }

  get status(): number {
    return this.facts.status ?? errorCodes[this.code].status
  }
}

/** An RFC 9457 problem, without the allowance that the gateway puts first. */
export type Problem = {
  /** The entry of its code among the pages of the documents, relative to the address that was called. */
  type: string
  title: string
  status: number
  detail: string
  instance: string
  code: ErrorCode
  retryable: boolean
} & Pick<ErrorFacts, 'errors' | 'requiredPlan' | 'planLimit' | 'strikes' | 'retryAfterSeconds'>

/** A problem on its way to a page: with the sentences that the page may translate. */
export type PageProblem = Problem & Pick<ErrorFacts, 'sentence'>

/** Anything thrown, as a public error: internals are replaced. */
export function publicError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', refusals.internal)
}

/** The problem body of an error (RFC 9457); `instance` is the request id. */
export function problemOf(error: AppError, requestId: string): Problem {
  const { sentence: _sentence, errors, ...problem } = pageProblemOf(error, requestId)
  return errors ? { ...problem, errors: errors.map(({ sentence: _own, ...named }) => named) } : problem
}

/** The problem for services and our own pages. */
export function pageProblemOf(error: AppError, requestId: string): PageProblem {
  const { status: _status, allow: _allow, isCallers: _isCallers, ...facts } = error.facts
  return {
    type: `${errorsPath}#${error.code}`,
    title: errorCodes[error.code].title,
    status: error.status,
    detail: error.message,
    instance: requestId,
    code: error.code,
    // A plan's limit of a day or a month says when it opens again.
    retryable: errorCodes[error.code].retryable || error.facts.retryAfterSeconds !== undefined,
    ...facts,
  }
}

/** Turns a received problem back into an error; an unknown one is `internal`. */
export function errorOfProblem(problem: Partial<PageProblem>): AppError {
  const { code, detail, status, sentence } = problem
  if (!code || !Object.hasOwn(errorCodes, code)) return new AppError('internal', refusals.internal)
  const facts: ErrorFacts = {}
  if (status !== undefined && status !== errorCodes[code].status) facts.status = status
  if (problem.errors) facts.errors = problem.errors
  if (problem.requiredPlan) facts.requiredPlan = problem.requiredPlan
  if (problem.planLimit) facts.planLimit = problem.planLimit
  if (problem.retryAfterSeconds !== undefined) facts.retryAfterSeconds = problem.retryAfterSeconds
  return new AppError(code, sentence ?? detail ?? errorCodes[code].title, facts)
}

/** One bad field. */
export function badField(
  field: string,
  fault: string | Sentence,
  code: string,
  where: FieldError['in'] = 'body',
): FieldError {
  const named = typeof fault === 'string' ? { message: fault } : { message: fault.text, sentence: fault }
  return { in: where, field, code, ...named }
}

/** A refusal that names one bad field. */
export function invalidField(
  field: string,
  fault: string | Sentence,
  where?: FieldError['in'],
  code = 'invalid',
): AppError {
  const bad = badField(field, fault, code, where)
  return new AppError('invalid_input', `${field} ${bad.message}`, { errors: [bad] })
}
