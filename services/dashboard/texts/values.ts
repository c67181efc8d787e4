type Words = Readonly<Record<string, string>>

/** Values that services answer, in words. */
const words: Readonly<Record<'role' | 'severity' | 'intent' | 'ideaKind' | 'action', Words>> = {
  role: { owner: 'owner', admin: 'admin', member: 'member', viewer: 'viewer' },
  severity: { error: 'error', warning: 'warning', notice: 'notice' },
  intent: {
    informational: 'informational',
    navigational: 'navigational',
    commercial: 'commercial',
    transactional: 'transactional',
  },
  ideaKind: { striking_distance: 'striking distance' },
  action: {},
}

/** A value in words; one without any is shown as it is. */
export function worded<V extends string | null>(kind: keyof typeof words, value: V): string | V {
  return value === null ? value : (words[kind][value] ?? value)
}
