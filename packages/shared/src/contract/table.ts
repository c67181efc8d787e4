import type { Operation } from './operation.ts'
import { accountOperations } from './operations/accounts.ts'
import { adviceOperations } from './operations/advice.ts'
import { alertOperations } from './operations/alerts.ts'
import { autoAddOperations } from './operations/auto-add.ts'
import { billingOperations } from './operations/billing.ts'
import { checkOperations } from './operations/checks.ts'
import { collectOperations } from './operations/collects.ts'
import { contentOperations } from './operations/content.ts'
import { demoOperations } from './operations/demo.ts'
import { firstPageOperations } from './operations/first-page.ts'
import { grantOperations } from './operations/grants.ts'
import { guestOperations } from './operations/guests.ts'
import { keyOperations } from './operations/keys.ts'
import { keywordOperations } from './operations/keywords.ts'
import { linkOperations } from './operations/links.ts'
import { outboxOperations } from './operations/outbox.ts'
import { peopleOperations } from './operations/people.ts'
import { promptOperations } from './operations/prompts.ts'
import { providerCheckOperations } from './operations/provider-checks.ts'
import { rankChangeOperations } from './operations/rank-changes.ts'
import { rankOperations } from './operations/ranks.ts'
import { reportOperations } from './operations/reports.ts'
import { researchOperations } from './operations/research.ts'
import { resultsPageOperations } from './operations/results-pages.ts'
import { searchConsoleOperations } from './operations/search-console.ts'
import { seriesOperations } from './operations/series.ts'
import { siteLetterOperations } from './operations/site-letters.ts'
import { siteOperations } from './operations/sites.ts'
import { teamOperations } from './operations/team.ts'
import { trashOperations } from './operations/trash.ts'
import { webhookOperations } from './operations/webhooks.ts'
import { writingOperations } from './operations/writing.ts'

/** All operations; whatever names an endpoint derives from it. */
export const operations = {
  ...siteOperations,
  ...keywordOperations,
  ...trashOperations,
  ...rankOperations,
  ...rankChangeOperations,
  ...seriesOperations,
  ...resultsPageOperations,
  ...firstPageOperations,
  ...checkOperations,
  ...researchOperations,
  ...autoAddOperations,
  ...linkOperations,
  ...promptOperations,
  ...contentOperations,
  ...writingOperations,
  ...searchConsoleOperations,
  ...adviceOperations,
  ...reportOperations,
  ...webhookOperations,
  ...siteLetterOperations,
  ...alertOperations,
  ...teamOperations,
  ...peopleOperations,
  ...accountOperations,
  ...billingOperations,
  ...keyOperations,
  ...outboxOperations,
  ...providerCheckOperations,
  ...guestOperations,
  ...grantOperations,
  ...collectOperations,
  ...demoOperations,
} as const

export type Operations = typeof operations
export type OperationName = keyof Operations

export function operationOf(name: OperationName): Operation {
  return operations[name]
}

export function operationEntries(): [OperationName, Operation][] {
  // safe because the table's own keys are its names
  return Object.entries(operations) as [OperationName, Operation][]
}
