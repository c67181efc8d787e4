import type { Problem } from '@rts/shared/errors'
import { chosenAccount } from './chosen-account.ts'

/** A refusal in the service's own words; `errors` name the fields of a form. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly problem: Pick<Problem, 'code' | 'detail'> & Partial<Problem>

  constructor(problem: Refusal['problem']) {
    super(problem.detail)
    this.problem = problem
  }
}

/** A refusal as a sentence; anything else is our own fault. */
export function sentenceOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong on this page. Reload it and try again.'
}

/** `keepalive`: it is sent even if the page is left meanwhile. */
export type How = { signal?: AbortSignal; keepalive?: boolean }

/** Posts a document to our own service. Throws a `Refusal`, also where the service cannot be reached. */
export async function send(path: string, document: object, { signal, keepalive = false }: How = {}): Promise<unknown> {
  const account = chosenAccount()
  const headers = { 'content-type': 'application/json', ...(account === null ? {} : { 'x-account': account }) }
  const init = { method: 'POST', headers, body: JSON.stringify(document), signal: signal ?? null, keepalive }
  return read(await fetch(path, init).catch(unreachable))
}

/** Reads a document of our own that is the same for everybody. Throws as `send` does. */
export async function get(path: string, { signal }: How = {}): Promise<unknown> {
  return read(await fetch(path, { signal: signal ?? null }).catch(unreachable))
}

async function read(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(unreadable)
  if (!answer.ok) throw new Refusal(isProblem(body) ? body : nothingKnown)
  return body
}

const nothingKnown = {
  code: 'unavailable',
  detail: 'The service does not answer as it should. Try again.',
  retryable: true,
} as const

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Refusal({
    code: 'unavailable',
    detail: 'The service cannot be reached. Check your connection and try again.',
    retryable: true,
  })
}

function unreadable(): never {
  throw new Refusal(nothingKnown)
}

function isProblem(body: unknown): body is Problem {
  return typeof Object(body).code === 'string' && typeof Object(body).detail === 'string'
}
