/** So many checks can be read within a call. */
const maxChecks = 900_000

/** Of how many days each check of so many keywords can be read. */
export function daysRead(keywords: number): number {
  return Math.max(1, Math.floor(maxChecks / Math.max(1, keywords)))
}
