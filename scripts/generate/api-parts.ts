import type { CollectReason } from '@rts/shared/collects/kind'
import { errorLines } from '@rts/shared/derive/errors-page'
import type { FailureKind } from '@rts/shared/failure'
import { code, table } from './markdown.ts'

const reasons: Record<CollectReason, [string, string]> = {
  no_provider: [
    'the installation has no provider for this data',
    'ask its operator; some lists still answer from your own checks',
  ],
  collect_limit: ["the day's collects are used up", 'read again tomorrow (UTC), or change the plan'],
  allowance_exhausted: [
    "the day's calls are used up, and a used-up day starts nothing",
    'read again tomorrow (UTC), or change the plan',
  ],
  site_frozen: ['the site is beyond the plan', 'make room in the plan; asking again changes nothing'],
}

const failures: Record<FailureKind, [string, string]> = {
  auth: ["the provider refused the operator's key", 'the operator fixes the key'],
  quota: ["the operator's balance or quota at the provider is used up", 'the operator tops it up'],
  rate: ['the provider limits how often it is called', 'nothing: it is tried again later'],
  bad_request: ['the provider refused the question', 'report it; another phrase or place may work'],
  unsupported: [
    'the provider does not offer this country, language, device or phrase',
    'another provider may; the operator adds one',
  ],
  upstream: ['the provider failed', 'nothing: it is tried again'],
  timeout: ['the provider did not answer in time', 'nothing: it is tried again'],
  parse: ['the answer has a form that we do not read', 'the operator runs `providers check` and reports it'],
  suspect: [
    'the results page looks withheld or replaced, and no other page confirms it',
    'nothing: the position before stays ([how positions are counted](../product/positions.md))',
  ],
  respelled: ['Google showed results for another spelling', 'track the spelling that people use'],
  storage: ['the answer came, and the database refused it', 'the operator looks at the log'],
  budget: ["the operator's budget of the day is spent", 'nothing: it is tried the next day'],
  no_provider: ['no provider is set up for this data', 'the operator sets one up'],
}

/** The parts of docs/api that derive from the contract. */
export const apiParts = {
  'docs/api/collected-data.md': { reasons: rowsOf('reason', reasons) },
  'docs/api/errors.md': { failures: rowsOf('error', failures), codes: errorLines() },
}

function rowsOf(head: string, meanings: Record<string, [string, string]>): string[] {
  const rows = Object.entries(meanings).map(([name, [meaning, todo]]) => [code(name), meaning, todo])
  return table([code(head), 'meaning', 'what to do'], rows)
}
