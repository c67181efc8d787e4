import { addressIssues } from './audit/addresses.ts'
import { contentIssues } from './audit/content.ts'
import { deliveryIssues } from './audit/delivery.ts'
import { linkIssues } from './audit/links.ts'
import { markupIssues } from './audit/markup.ts'
import type { IssueText } from './audit/text.ts'

/** The texts of the audit's issues by their codes, but for their titles. */
export const issueTexts: Readonly<Record<string, IssueText>> = {
  ...contentIssues,
  ...addressIssues,
  ...linkIssues,
  ...markupIssues,
  ...deliveryIssues,
}
