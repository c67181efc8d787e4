import { issueTitles } from './service/audit/titles.ts'
import { issueTexts } from './service/audit.ts'

/** An issue of a newer audit keeps its English text. */
export function issueIn<I extends { code: string }>(issue: I): I {
  const title = issueTitles[issue.code]
  const [description, howToFix] = issueTexts[issue.code] ?? []
  return { ...issue, ...(title && { title }), ...(description && { description }), ...(howToFix && { howToFix }) }
}
