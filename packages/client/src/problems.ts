import type { Allowance, Problem } from './api.ts'

/** A refusal by the API. Branch on `code`. */
export class ApiProblem extends Error {
  override name = 'ApiProblem'
  readonly code: Problem['code']
  readonly status: number
  readonly title: string
  readonly detail: string
  /** Each bad field; empty where none is. */
  readonly errors: NonNullable<Problem['errors']>
  /** Name it when you ask about the refusal. */
  readonly requestId: string
  /** Whether the same call can succeed later. */
  readonly retryable: boolean
  readonly allowance: Allowance
  /** The whole refusal, with what only some codes carry: `requiredPlan`, `planLimit`, `strikes`, `retryAfterSeconds`. */
  readonly body: Problem

  constructor(body: Problem) {
    super(`${body.code}: ${body.detail}`)
    this.code = body.code
    this.status = body.status
    this.title = body.title
    this.detail = body.detail
    this.errors = body.errors ?? []
    this.requestId = body.instance
    this.retryable = body.retryable
    this.allowance = body.allowance
    this.body = body
  }
}

/** An answer by something in between: a proxy, or a page for signing in to a network. */
export class NotTheApi extends Error {
  override name = 'NotTheApi'
  readonly url: string
  readonly status: number

  constructor(url: string, status: number) {
    super(`${url} answered ${status}, and not as the API does`)
    this.url = url
    this.status = status
  }
}

/** No whole answer came: the connection failed or broke off, or a try took too long. `cause` says which. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  readonly url: string

  constructor(url: string, cause: unknown) {
    super(`${url} did not answer: ${Object(Object(cause).cause).code ?? Object(cause).message}`, { cause })
    this.url = url
  }
}

/** The data was not there in time. Asking again later costs nothing while it is collected. */
export class StillCollecting extends Error {
  override name = 'StillCollecting'
  /** The last answer, with what was saved before. */
  readonly answer: unknown

  constructor(answer: unknown) {
    super('The data is still being collected')
    this.answer = answer
  }
}

export type Answer = Readonly<Record<string, unknown>>

/** The refusal in an answer. */
export function problemOf({ url, status }: Response, text: string): Error {
  try {
    const body: unknown = JSON.parse(text)
    // safe because every refusal of the API is a problem of this form
    if (typeof Object(body).code === 'string') return new ApiProblem(body as Problem)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return new NotTheApi(url, status)
}
