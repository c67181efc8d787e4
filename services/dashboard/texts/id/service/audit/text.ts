/** The texts of an issue beside its title: the description, and the way to fix it. */
export type IssueText = readonly [description: string, howToFix: string]
