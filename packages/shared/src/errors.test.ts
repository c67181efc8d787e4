import { describe, expect, it } from 'vitest'
import {
  AppError,
  type ErrorCode,
  errorCodes,
  errorOfProblem,
  invalidField,
  pageProblemOf,
  problemOf,
  publicError,
} from './errors.ts'
import { faults } from './texts/faults.ts'
import { refusals } from './texts/refusals.ts'

describe('a problem', () => {
  it('of an internal error names nothing of it', () => {
    const secret = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432 password=hunter2'), {
      query: 'SELECT 1',
    })
    for (const thrown of [secret, secret.message, { code: 'not_found', message: 'x', status: 404 }, null, undefined]) {
      expect(problemOf(publicError(thrown), 'req-1')).toEqual({
        type: '/docs/errors#internal',
        title: 'Internal error',
        status: 500,
        detail: 'Something went wrong on our side',
        instance: 'req-1',
        code: 'internal',
        retryable: true,
      })
    }
  })

  it('of an error with a cause shows neither cause nor stack', () => {
    const error = new AppError('provider_failed', 'No data today')
    error.cause = new Error('hunter2')
    expect(JSON.stringify(problemOf(error, 'r'))).not.toMatch(/hunter2|stack|\.ts/)
  })

  it('that says when to send the call again is retryable, whatever its code is otherwise', () => {
    const planLimit = { name: 'collectsPerDay', max: 10, used: 10 }
    const opens = new AppError('plan_limit_reached', 'Used up', { planLimit, retryAfterSeconds: 3_600 })
    expect(
      [opens, new AppError('plan_limit_reached', 'Full', { planLimit })].map((e) => problemOf(e, 'r').retryable),
    ).toEqual([true, false])
  })

  it('carries the public facts and keeps the transport’s own out', () => {
    const planLimit = { name: 'keywords', max: 3, used: 3 }
    const facts = { planLimit, allow: ['GET'], status: 408, retryAfterSeconds: 5, strikes: { count: 1, limit: 5 } }
    const problem = problemOf(new AppError('bad_request', 'Too slow', facts), 'r')
    expect(problem).toMatchObject({ status: 408, planLimit, retryAfterSeconds: 5, strikes: { count: 1, limit: 5 } })
    expect(problem).not.toHaveProperty('allow')
  })

  it('has the published status of each code', () => {
    const statuses = Map.groupBy(Object.entries(errorCodes), ([, { status }]) => status)
    expect(Object.fromEntries([...statuses].map(([status, codes]) => [status, codes.map(([code]) => code)]))).toEqual({
      400: ['bad_request', 'invalid_input', 'unknown_field', 'fetch_failed'],
      401: ['missing_key', 'invalid_key', 'not_signed_in', 'sign_in_failed'],
      402: ['plan_required', 'plan_limit_reached'],
      403: [
        'browser_not_allowed',
        'allowance_exhausted',
        'mail_not_verified',
        'sign_in_again',
        'sign_up_closed',
        'role_required',
      ],
      404: ['path_not_listed', 'not_found'],
      405: ['method_not_allowed'],
      409: ['conflict', 'price_changed', 'not_connected'],
      413: ['payload_too_large'],
      415: ['unsupported_media_type'],
      429: ['rate_limited'],
      500: ['internal'],
      502: ['provider_failed', 'bad_upstream_body'],
      503: ['unavailable'],
      504: ['timeout'],
    })
  })
})

describe('the sentence of a refusal', () => {
  const error = new AppError('conflict', refusals.maxNotes({ max: 3 }), {
    errors: [{ in: 'body', field: 'text', code: 'invalid', message: faults.over.text, sentence: faults.over }],
  })

  it('goes to pages with its key and facts, over other services too', () => {
    const problem = pageProblemOf(error, 'r')
    const sentence = { key: 'maxNotes', facts: { max: 3 }, text: 'A site has at most 3 notes: delete some first' }
    expect(problem).toMatchObject({ detail: sentence.text, sentence, errors: [{ sentence: { key: 'over' } }] })
    expect(pageProblemOf(errorOfProblem(JSON.parse(JSON.stringify(problem))), 'r')).toEqual(problem)
  })

  it('is plain text to every other caller', () => {
    const { detail, errors } = problemOf(error, 'r')
    expect(detail).toBe('A site has at most 3 notes: delete some first')
    expect(errors).toEqual([{ in: 'body', field: 'text', code: 'invalid', message: 'is over already' }])
    expect(JSON.stringify(problemOf(error, 'r'))).not.toContain('sentence')
  })
})

describe('a problem that came over the wire', () => {
  it('is the error that it was', () => {
    const facts = { planLimit: { name: 'sites', max: 1, used: 1 }, retryAfterSeconds: 3, requiredPlan: 'starter' }
    // safe because the keys of the list are its codes
    for (const code of Object.keys(errorCodes) as ErrorCode[]) {
      const problem = problemOf(new AppError(code, 'A sentence', facts), 'r')
      expect(problemOf(errorOfProblem(problem), 'r')).toEqual(problem)
    }
    const named = problemOf(invalidField('domains[2]', 'is not a host'), 'r')
    expect(problemOf(errorOfProblem(named), 'r')).toEqual(named)
    const slow = problemOf(new AppError('bad_request', 'Too slow', { status: 408 }), 'r')
    expect(errorOfProblem(slow).status).toBe(408)
  })

  it('is internal when its code is not of the list', () => {
    for (const code of ['', 'nope', 'constructor', '__proto__', undefined]) {
      expect(errorOfProblem(Object({ code, detail: 'hunter2' }))).toMatchObject({
        code: 'internal',
        message: 'Something went wrong on our side',
      })
    }
  })
})
