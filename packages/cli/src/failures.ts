import { ApiProblem, NoAnswer, NotTheApi } from '../../client/src/client.ts'
import { safe } from './output/safe.ts'
import { exits, Unanswered, UsageError } from './world.ts'

/** The failure in a sentence, with a way out of it, and the exit code. Throws what is a fault of this program. */
export function failureOf(error: unknown): { text: string; code: 2 | 3 } {
  if (error instanceof UsageError) return { text: error.message, code: exits.usage }
  if (isParseError(error)) return { text: error.message.replace(/\s*\n\s*/g, ' '), code: exits.usage }
  return { text: unansweredOf(error), code: exits.unanswered }
}

function unansweredOf(error: unknown): string {
  if (error instanceof ApiProblem) return refusalOf(error)
  if (error instanceof Unanswered) return error.message
  if (error instanceof NotTheApi) return `${error.message}: is that the address of the service?`
  if (error instanceof NoAnswer) return noAnswerOf(error.cause)
  throw error
}

function noAnswerOf(failure: unknown): string {
  const { name, message, cause } = Object(failure)
  if (name === 'TimeoutError') return 'The service did not answer within a minute'
  if (name === 'SyntaxError') return 'The answer of the service is no JSON: it was cut or changed on its way'
  if (message === 'terminated') return `The connection to the service broke off: ${reasonOf(cause)}`
  return `The service cannot be reached: ${reasonOf(cause)}`
}

function refusalOf({ code, detail, errors, allowance, requestId, body }: ApiProblem): string {
  if (code === 'missing_key' || code === 'invalid_key')
    return 'The key is not valid, or not any more: run login with a new one'
  if (code === 'browser_not_allowed')
    return 'The service took this program for a browser: something in between adds a header, as a proxy with cookies does'
  if (code === 'rate_limited')
    return `The key has no call left in this minute: try again in ${body.retryAfterSeconds ?? 60} s`
  if (code === 'allowance_exhausted')
    return `The calls of the day are used up; there are new ones at ${allowance.resetsAt}`
  const fields = errors.map(({ field, message }) => `${field} ${message}`)
  return `${fields.length > 0 ? fields.join('; ') : detail} (${code}, request ${requestId})`
}

function isParseError(error: unknown): error is Error {
  return error instanceof TypeError && String(Object(error).code).startsWith('ERR_PARSE_ARGS')
}

function reasonOf(cause: unknown): string {
  const { code, message } = Object(cause)
  return safe(String(code ?? message ?? 'no reason'))
}
