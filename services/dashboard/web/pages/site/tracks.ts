import type { OutputOf } from '../../api/call.ts'

type Skipped = OutputOf<'keywords.createBulk'>['skippedLines'][number]

/** The phrases, one a line, that are tracked now: those that were added, and those that were tracked before. */
export function tracksOf(phrases: readonly string[], skipped: readonly Pick<Skipped, 'line' | 'code'>[]): string[] {
  const refused = new Set(skipped.flatMap(({ line, code }) => (code === 'duplicate' ? [] : [line])))
  return phrases.filter((_, i) => !refused.has(i + 1))
}
