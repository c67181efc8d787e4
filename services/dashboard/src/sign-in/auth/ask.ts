import { AppError, invalidField } from '@rts/shared/errors'
import { faults } from '@rts/shared/texts/faults'
import { refusals } from '@rts/shared/texts/refusals'
import { isAPIError } from 'better-auth/api'
import { basePath } from './library.ts'

export type Question = {
  method?: 'GET' | 'POST'
  query?: Record<string, string>
  body?: Record<string, unknown>
  cookie?: string | undefined
}
export type AuthReply = { cookies: string[]; document: Record<string, unknown> }
export type Ask = (path: string, question: Question) => Promise<AuthReply>

/** Asks the library with a request made here from checked parts: nothing else of a browser's request reaches it. */
export function createAsk(
  library: { handler(request: Request): Promise<Response> },
  { publicUrl, cookieName }: { publicUrl: string; cookieName: string },
): Ask {
  return async (path, { method = 'POST', query = {}, body = {}, cookie }) => {
    const url = new URL(`${publicUrl}${basePath}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const headers = new Headers({ origin: publicUrl, 'content-type': 'application/json' })
    if (cookie !== undefined) headers.set('cookie', `${cookieName}=${cookie}`)
    const init = method === 'POST' ? { method, headers, body: JSON.stringify(body) } : { method, headers }
    const reply = await library.handler(new Request(url, init)).catch((error: unknown) => {
      if (!isAPIError(error)) throw error
      throw refusalOf(error.statusCode, String(error.body?.code))
    })
    const document = Object((await reply.json().catch(() => null)) ?? {})
    if (!reply.ok) throw refusalOf(reply.status, String(document.code))
    return { cookies: reply.headers.getSetCookie(), document }
  }
}

function refusalOf(status: number, code: string): AppError {
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new AppError('sign_in_failed', refusals.wrongPassword)
    case 'EMAIL_NOT_VERIFIED':
      return new AppError('mail_not_verified', refusals.mailNotConfirmed)
    case 'INVALID_PASSWORD':
      return invalidField('currentPassword', faults.wrongPassword)
    case 'INVALID_TOKEN':
    case 'TOKEN_EXPIRED':
    case 'USER_NOT_FOUND':
      return new AppError('not_found', refusals.linkUsed)
    default:
      break
  }
  if (status === 401) return new AppError('not_signed_in', refusals.notSignedIn)
  if (status >= 500) throw new Error(`the auth library answered ${status} ${code}`)
  return new AppError('bad_request', 'This request cannot be carried out')
}
