import type { ReactNode } from 'react'
import { plural } from './plural.ts'
import { rich } from './rich.ts'

export const ranks = {
  checkNow: 'Check now',
  checkAnyway: 'Check anyway',
  use: (refreshes: number) => `Use ${plural(refreshes, 'data refresh', 'data refreshes')}`,
  thereIsNothingToCheck: 'There is nothing to check.',
  willBeFetched: (pages: number) => `${plural(pages, 'results page')} will be fetched, each for one data refresh.`,
  atMost: (amount: string) => ` The provider charges at most ${amount}.`,
  youLeftToday: (refreshes: number) => ` You have ${plural(refreshes, 'data refresh', 'data refreshes')} left today.`,
  alreadyBeingChecked: (count: number) => `${plural(count, 'keyword')} already being checked, at no extra cost`,
  checkedWithinTheLastHour: (count: number, at: ReactNode) =>
    rich`${plural(count, 'keyword')} checked within the last hour, the latest ${at}`,
  overThePlansLimit: (count: number) => `${plural(count, 'keyword')} over the plan’s limit: not checked`,
  ofAPausedSite: (count: number) => `${plural(count, 'keyword')} of a paused site: resume its checks first`,
  onlyTheFirst: (count: number) => `Only the first ${plural(count, 'keyword')} can be checked today.`,
  queuedNotQueuedNo: (queued: number, unpaid: number) =>
    `${plural(queued, 'keyword')} queued. ${plural(unpaid, 'keyword')} not queued: no data refreshes left today.`,
  notFound: 'not found',
  found: 'Found',
  foundOf: (head: string) => `${head}: found`,
  yes: 'yes',
  no: 'no',
  noCheck: 'no check',
  visibility: 'Visibility',
  visibilityLower: 'visibility',
  shareOfClicks:
    'Share of clicks that the positions earn; 100 means first for every keyword. Clicks are estimated from positions, by a study of 2022 and without AI answers.',
  usually: (low: string, high: string) => `Usually between ${low} and ${high}.`,
  keywordsAdded: (count: number) => `${plural(count, 'keyword')} added`,
  added: 'Keywords added',
  carried: 'Of an earlier day',
  positions: 'Positions',
  chart: 'Chart',
  keywordsByPosition: 'Keywords by position',
  numberOfKeywords: 'Number of keywords, day by day.',
  shorterPeriod: 'Shorter period',
  longerPeriod: 'Longer period',
  compareWith: 'Compare with',
  shareOfVoice: 'Share of voice',
  shareOfTheClicks:
    'Share of the clicks on your keywords, estimated from positions; each phrase counts the same, in one city or five. Other sites get the rest.',
  of100: 'of 100',
  you: 'you',
}
