import { problemGuide } from '../contract/problem-guide.ts'
import { type ErrorCode, errorCodes } from '../errors.ts'
import { peopleCodes } from './openapi-problems.ts'

export type ListedProblem = {
  code: ErrorCode
  status: number
  title: string
  retryable: boolean
  means: string
  todo: string
}

export function listedProblems(): ListedProblem[] {
  // safe because the keys of the closed list are its codes
  const codes = Object.keys(errorCodes) as ErrorCode[]
  return codes.map((code) => ({ code, ...errorCodes[code], ...problemGuide[code] })).sort((a, b) => a.status - b.status)
}

const ofKeys: readonly ErrorCode[] = [
  'missing_key',
  'browser_not_allowed',
  'allowance_exhausted',
  'path_not_listed',
  'method_not_allowed',
  'unsupported_media_type',
]
const ofBalancer: readonly ErrorCode[] = [
  'bad_request',
  'payload_too_large',
  'internal',
  'bad_upstream_body',
  'unavailable',
  'timeout',
]

function senderOf(code: ErrorCode): string {
  if (peopleCodes.includes(code)) return 'dashboard'
  if (ofKeys.includes(code)) return 'server API'
  return ofBalancer.includes(code) ? 'all, load balancer' : 'all'
}

/** The entries of docs/api/errors.md: a table of all codes, then the meaning of each and what to do. */
export function errorLines(): string[] {
  const rows = listedProblems().map(({ code, status, retryable }) => {
    return `| [\`${code}\`](#${code}) | ${status} | ${retryable ? 'yes' : ''} | ${senderOf(code)} |`
  })
  const entries = listedProblems().flatMap(({ code, status, title, means, todo }) => [
    '',
    `<a id="${code}"></a>`,
    '',
    `### ${status} ${title}: \`${code}\``,
    '',
    lines(means),
    '',
    lines(todo),
  ])
  return ['| code | status | retryable | sent by |', '|---|---|---|---|', ...rows, ...entries].join('\n').split('\n')
}

const columns = 120

export function lines(text: string): string {
  const wrapped: string[] = []
  for (const word of text.split(' ')) {
    const last = wrapped.at(-1)
    if (last !== undefined && last.length + word.length < columns) wrapped[wrapped.length - 1] = `${last} ${word}`
    else wrapped.push(word)
  }
  return wrapped.join('\n')
}
