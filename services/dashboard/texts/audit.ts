/** An issue that the audit found, with its texts in the language of the page. */
export function issueIn<I extends { code: string }>(issue: I): I {
  return issue
}
