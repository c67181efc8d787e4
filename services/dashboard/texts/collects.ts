import type { ReactNode } from 'react'
import { rich } from './rich.ts'

export const collects = {
  noProvider: 'No provider for this is set up in this installation.',
  todaysApiCallsAreUsed: 'Today’s API calls are used up. Data can be refreshed again after 00:00 UTC.',
  todaysDataRefreshesAreUsed: 'Today’s data refreshes are used up. Data can be refreshed again after 00:00 UTC.',
  siteIsOverTheLimit: 'This site is over your plan’s limit: you see what was saved, and nothing is refreshed.',
  tryAgain: 'Try again',
  fetchingData: 'Fetching data…',
  updated: (updatedAt: ReactNode) => rich`Updated ${updatedAt}`,
  noDataYet: 'No data yet',
  sampleData: 'Sample data',
  fetchingDataTheseRows: 'Fetching data… These are the rows so far.',
  lastRefreshFailed: 'The last refresh failed and is retried automatically. Earlier data is kept.',
  partialResults: 'Partial results: some sources did not answer.',
  googlesSuggestions: 'Google’s suggestions',
  ownAiServer: 'own AI server',
  sandboxNamed: (name: string) => `${name} (sandbox)`,
  noDataYetSentence: 'No data yet.',
}
