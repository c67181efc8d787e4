import type { FailureKind } from '../failure.ts'
import { catalogue, counted } from './sentence.ts'

type Phrase = { phrase: string }
type Path = { path: string }
type Days = { days: number }
type Count = { count: number }
/** Why a check failed; empty where it is unknown, or where checks failed for different reasons. */
type Failed = { error: FailureKind | '' }

/** Operator's cards: their rules, titles, evidence and actions. */
export const cards = catalogue({
  leftTop10: ({ phrase }: Phrase) => `“${phrase}” fell out of the top 10`,
  leftTop10Rule: ({ days }: Days) =>
    `A keyword was in the top 10, fell out of it in the last ${days} days, and is still out.`,
  nearTop10: ({ path }: Path) => `Refresh ${path}: it is just outside the top 10`,
  nearTop10Rule: ({ nearest, farthest }: { nearest: number; farthest: number }) =>
    `A page ranks from ${nearest} to ${farthest} for a phrase whose searches a month are known: a refresh may bring it into the top 10.`,
  pageSwap: ({ first, other, phrase }: Phrase & { first: string; other: string }) =>
    `${first} and ${other} swap places for “${phrase}”`,
  pageSwapRule: ({ days }: Days) =>
    `Two of your pages swap places for one phrase: within ${days} days one ranked, then the other, then the first again.`,
  rivalPassed: ({ domain, count }: Count & { domain: string }) =>
    `${domain} passed you on ${counted(count, { one: 'keyword', other: 'keywords' })}`,
  rivalPassedRule: ({ days, farthest }: Days & { farthest: number }) =>
    `A competitor that was behind you came ahead in the last ${days} days, to one of the first ${farthest} places, and is still ahead.`,
  errorsOnRankingPage: ({ path, count }: Path & Count) =>
    `${path} is in the top 10 and has ${counted(count, { one: 'error', other: 'errors' })}`,
  errorsOnRankingPageRule: 'A page that ranks in the top 10 has an error in the last crawl of your site.',
  linkToDisavow: ({ domain, count }: Count & { domain: string }) =>
    `${domain} sends ${counted(count, { one: 'bad link', other: 'bad links' })}: disavow it`,
  linkToDisavowRule:
    'The review of your links suggests to disavow a host: it has a spam score and at least two signs of a bad link.',
  checksFail: ({ count, since, error }: Count & Failed & { since: string }) => {
    const checks = `Checks of ${counted(count, { one: 'keyword', other: 'keywords' })} fail since ${since || 'the beginning'}`
    return error ? `${checks}: ${failures[error]}` : checks
  },
  checksFailRule: ({ days }: Days) => `The last check of a keyword failed, and none has worked for ${days} days.`,
  before: 'Before',
  after: 'After',
  now: 'Now',
  first: 'First',
  next: 'Then',
  again: 'Again',
  phrase: ({ phrase }: Phrase) => `“${phrase}”`,
  searched: ({ phrase, volume }: Phrase & { volume: number }) =>
    `“${phrase}”, searched ${volume.toLocaleString('en')} times a month`,
  positionFor: ({ phrase }: Phrase) => `Position for “${phrase}”`,
  lastTry: ({ phrase }: Phrase) => `“${phrase}”: last try`,
  lastThatWorked: ({ phrase }: Phrase) => `“${phrase}”: last that worked`,
  link: ({ anchor }: { anchor: string }) => `Link with the text “${anchor}”`,
  issue: ({ title }: { code: string; title: string }) => title,
  position: ({ position }: { position: number }) => (position === 0 ? 'not found' : `position ${position}`),
  passed: ({ own, ownNow, theirs, theirsNow }: Record<'own' | 'ownNow' | 'theirs' | 'theirsNow', number>) =>
    `you ${place(own)} → ${place(ownNow)}, they ${place(theirs)} → ${place(theirsNow)}`,
  error: 'error',
  ok: 'ok',
  failed: ({ error }: Failed) => (error ? failures[error] : 'failed'),
  signs: ({ signs }: { signs: string }) => signs,
  disavowed: ({ domain }: { domain: string }) => `${domain} was put on the disavow list`,
  planned: ({ phrase, month }: Phrase & { month: string }) => `“${phrase}” was put into the content plan for ${month}`,
})

const failures: Readonly<Record<FailureKind, string>> = {
  auth: 'the search provider refused our key',
  quota: 'our quota at the search provider is used up',
  rate: 'the search provider was asked too often',
  bad_request: 'the search provider refused the request',
  unsupported: 'the search provider does not offer this',
  upstream: 'the search provider did not answer as it should',
  timeout: 'the search provider did not answer in time',
  parse: 'the answer could not be read',
  suspect: 'the results page may have been withheld or replaced',
  respelled: 'Google showed results for another spelling',
  storage: 'the answer could not be stored',
  budget: 'the spending of the day was used up',
  no_provider: 'no search provider is set up',
}

function place(position: number): string {
  return position === 0 ? 'not found' : String(position)
}
