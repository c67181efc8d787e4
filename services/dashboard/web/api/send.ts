import type { PageProblem } from '@rts/shared/errors'
import { api as t } from '../../texts/api.ts'
import { fieldRefused, refused } from '../../texts/refusals.ts'
import { Refusal } from './refusal.ts'

/** With `keepalive` the request outlives the page, unless it is too large for that. */
export type How = { signal?: AbortSignal; keepalive?: boolean }

/** Of all such requests together, browsers take 64 KB; a letter may be three bytes. */
const maxOutliving = 20_000

/** Posts a document to our own service. Throws a `Refusal`, also where the service cannot be reached. */
export async function send(path: string, document: object, { signal, keepalive = false }: How = {}): Promise<unknown> {
  const account = chosenAccount()
  const headers = { 'content-type': 'application/json', ...(account === null ? {} : { 'x-account': account }) }
  const body = JSON.stringify(document)
  const outlives = keepalive && body.length <= maxOutliving
  const init = { method: 'POST', headers, body, signal: signal ?? null, keepalive: outlives }
  // Without a wait before it: a page that is left sends nothing later.
  const ask = () => fetch(path, init).catch(unreachable)
  return read(await (takeBegun(path, body, account)?.catch(ask) ?? ask()))
}

/** Reads a document that is the same for every visitor. Throws as `send` does. */
export async function get(path: string, { signal }: How = {}): Promise<unknown> {
  return read(await fetch(path, { signal: signal ?? null }).catch(unreachable))
}

async function read(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(unreadable)
  if (!answer.ok) throw new Refusal(isProblem(body) ? translated(body) : nothingKnown)
  return body
}

function translated({ errors, ...problem }: PageProblem): Refusal['problem'] {
  const named = errors?.map((error) => ({ ...error, message: fieldRefused(error) }))
  return { ...problem, detail: refused(problem), ...(named && { errors: named }) }
}

const nothingKnown = {
  code: 'unavailable',
  detail: t.serviceReturnedAnUnexpectedAnswer,
  retryable: true,
} as const

function unreachable(error: unknown): never {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  throw new Refusal({
    code: 'unavailable',
    detail: t.serviceCannotBeReached,
    retryable: true,
  })
}

function unreadable(): never {
  throw new Refusal(nothingKnown)
}

function isProblem(body: unknown): body is PageProblem {
  return typeof Object(body).code === 'string' && typeof Object(body).detail === 'string'
}

/** The calls that the document began (`begin.js`): answers by path and body, for the account that the tab had then. */
type Begun = { account: string | null; calls: Map<string, Promise<Response>> }

declare global {
  interface Window {
    begun?: Begun
  }
}

/** A page that opens later reads anew. */
const lastsMs = 30_000

/** The answer to a call that began with the document, once; undefined if none did, or in another account. */
function takeBegun(path: string, body: string, account: string | null): Promise<Response> | undefined {
  const { begun } = window
  const answer = begun?.calls.get(path + body)
  if (!begun || !answer || performance.now() > lastsMs) return undefined
  begun.calls.delete(path + body)
  // Without a name the service chose the account; the tab has it from the session.
  if (begun.account !== null && begun.account !== account) return undefined
  return answer
}

export function forgetBegun(): void {
  delete window.begun
}

const accountKey = 'account'

/** The account that this tab works in: each tab has its own, so that two tabs never mix theirs. */
export function chosenAccount(): string | null {
  return sessionStorage.getItem(accountKey)
}

export function chooseAccount(id: string | null): void {
  if (id === null) sessionStorage.removeItem(accountKey)
  else sessionStorage.setItem(accountKey, id)
}
