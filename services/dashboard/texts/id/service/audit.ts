import { addressIssues } from './audit/addresses.ts'
import { contentIssues } from './audit/content.ts'
import { deliveryIssues } from './audit/delivery.ts'
import { linkIssues } from './audit/links.ts'
import { markupIssues } from './audit/markup.ts'

/** Title, description and the way to fix it. */
export type IssueText = readonly [title: string, description: string, howToFix: string]

/** The issues of the audit by their codes. */
export const issueTexts: Readonly<Record<string, IssueText>> = {
  ...contentIssues,
  ...addressIssues,
  ...linkIssues,
  ...markupIssues,
  ...deliveryIssues,
}
