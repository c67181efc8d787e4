import { type ListedProblem, lines, listedProblems } from '@rts/shared/derive/errors-page'
import { peopleCodes } from '@rts/shared/derive/openapi-problems'
import type { ErrorCode } from '@rts/shared/errors'
import type { FailureKind } from '@rts/shared/failure'
import { code, meaningTable, page, table } from '../markdown.ts'

const introduction = `How to read an error and when to repeat a call: [errors](../api/errors.md). A refused call is not counted or is given back,
except after \`fetch_failed\` ([the day](../api/auth-and-limits.md#the-day)). *Retryable*: the same call can succeed later.`
const ofProgramsWords = `*Sent by*: "all" means the server API, agents (as text) and the dashboard.`
const ofPeopleWords = 'Only the dashboard sends these to browsers. No key and no agent ever gets one.'
const failureWords = `A failed check is not an error of a call. A keyword shows the reason in \`lastCheck.error\`, keeps its earlier position, and is
checked again. Plans and articles have the same words in \`error\`.`

const ofServerApi: readonly ErrorCode[] = [
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

const failures: Record<FailureKind, [string, string]> = {
  auth: ["the provider refused the operator's key", 'the operator replaces the key'],
  quota: ["the operator's balance or quota at the provider is used up", 'the operator tops it up'],
  rate: ['the provider limits the calls', 'nothing: it is tried again later'],
  bad_request: ['the provider refused the question', 'report it; another phrase or place may work'],
  unsupported: [
    'the provider does not offer this country, language, device or phrase',
    'the operator adds another provider',
  ],
  upstream: ['the provider failed', 'nothing: it is tried again'],
  timeout: ['the provider did not answer in time', 'nothing: it is tried again'],
  parse: ['the answer has an unknown form', 'the operator runs `providers check` and reports it'],
  suspect: [
    'the results page looks withheld or replaced, and no other page confirms it',
    'nothing: the earlier position stays ([how positions are counted](../product/positions.md))',
  ],
  respelled: ['Google showed results for another spelling', 'track the usual spelling'],
  storage: ['the database refused the answer', 'the operator reads the log'],
  budget: ["the operator's budget of the day is spent", 'nothing: it is tried the next day'],
  no_provider: ['no provider is set up for this data', 'the operator sets one up'],
}

/** `docs/reference/errors.md`. */
export function errorsPage(): string {
  const ofPeople = listedProblems().filter(({ code: name }) => peopleCodes.includes(name))
  const ofPrograms = listedProblems().filter(({ code: name }) => !peopleCodes.includes(name))
  const rows = ofPrograms.map((one) => [...headOf(one), one.retryable ? 'yes' : '', senderOf(one.code)])
  return page('Error codes', 'packages/shared/src/contract/problem-guide.ts', [
    introduction,
    '## Codes of calls',
    ofProgramsWords,
    table(['code', 'status', 'retryable', 'sent by'], rows),
    ...ofPrograms.flatMap(entryOf),
    '## Codes of the dashboard alone',
    ofPeopleWords,
    table(['code', 'status'], ofPeople.map(headOf)),
    ...ofPeople.flatMap(entryOf),
    '## When a check fails',
    failureWords,
    meaningTable('error', failures),
  ])
}

function headOf({ code: name, status }: ListedProblem): string[] {
  return [`[${code(name)}](#${name})`, String(status)]
}

function senderOf(name: ErrorCode): string {
  if (ofServerApi.includes(name)) return 'server API'
  return ofBalancer.includes(name) ? 'all, load balancer' : 'all'
}

function entryOf({ code: name, status, title, means, todo }: ListedProblem): string[] {
  return [`<a id="${name}"></a>`, `### ${status} ${title}: ${code(name)}`, lines(means), lines(todo)]
}
