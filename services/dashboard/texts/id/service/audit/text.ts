/** The texts of an issue: title, description, and the way to fix it. */
export type IssueText = readonly [title: string, description: string, howToFix: string]
