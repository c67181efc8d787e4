export type Asked = {
  keywordId: string
  targetId: string
  frozen: boolean
  paused: boolean
  /** Its own check waits, runs, or is kept until it can be stored. */
  waits: boolean
  /** When another keyword of the account has become due for the same page, which is not fetched yet. */
  joinsAt: Date | null
  status: string | null
  checkedAt: Date | null
}
export type CheckTerms = { now: Date; again: boolean }

const recentMs = 3_600_000
export type CheckGroup = 'frozen' | 'paused' | 'waiting' | 'joining' | 'recent' | 'bought'

/** How a request treats a keyword: a page is bought at most once for an account. */
export function groupOf(asked: Asked, { now, again }: CheckTerms): CheckGroup {
  if (asked.frozen) return 'frozen'
  if (asked.paused) return 'paused'
  if (asked.waits) return 'waiting'
  if (asked.joinsAt) return 'joining'
  return isRecent(asked, now) && !again ? 'recent' : 'bought'
}

/** Whether the keyword was checked within the last hour; a failed check is none. */
function isRecent({ status, checkedAt }: Asked, now: Date): boolean {
  return status === 'ok' && checkedAt !== null && now.getTime() - checkedAt.getTime() < recentMs
}

export function grouped(asked: readonly Asked[], terms: CheckTerms): Record<CheckGroup, Asked[]> {
  const found: Record<CheckGroup, Asked[]> = {
    frozen: [],
    paused: [],
    waiting: [],
    joining: [],
    recent: [],
    bought: [],
  }
  for (const each of asked) found[groupOf(each, terms)].push(each)
  return found
}

/** Names the next check of a keyword towards the day's collects: two requests for it before it ends are one. */
export function tokenOf({ keywordId, checkedAt }: Asked): string {
  return `projects:check:${keywordId}:${checkedAt?.getTime() ?? 0}`
}
