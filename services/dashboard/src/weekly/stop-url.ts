import { stopPath } from '../letters/letters.ts'
import type { WeeklyParts } from './parts.ts'

/** Where a person says that they want no more weekly letters about some sites. */
export function stopUrlOf(
  { publicUrl, tokens }: Pick<WeeklyParts, 'publicUrl' | 'tokens'>,
  personId: string,
  siteIds: readonly string[],
): string {
  return `${publicUrl}${stopPath}?token=${tokens.ofSiteLetters({ kind: 'weekly', personId, siteIds })}`
}
