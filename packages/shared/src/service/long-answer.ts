import { z } from 'zod'
import type { ObjectSchema } from '../contract/operation.ts'
import type { Sliced } from '../contract/sliced.ts'
import { AppError } from '../errors.ts'
import { createTurns } from '../turns.ts'

/** A list of more rows that is asked for whole holds a place of its account. */
const shortList = 1_000
const longListsOfAnAccount = 2
/** Slices of long lists that are read at a time, so that short reads always find a database connection. */
const slicesAtOnce = 2

/** An answer in pieces of JSON text. Who takes it reads `pieces` to the end or returns it: a place may be held until then. */
export class LongAnswer {
  readonly pieces: AsyncGenerator<string, void, void>

  constructor(pieces: AsyncGenerator<string, void, void>) {
    this.pieces = pieces
  }
}

export type AnySliced = Sliced<string, unknown, { total: number }>
type Asked = { response: ObjectSchema; accountId: string; hasLimit: boolean }
type Next = AnySliced['slices']['next']

/** Makes answers of what handlers give in slices: of one slice a plain one, of more of them pieces. */
export function createLongAnswers() {
  const places = createPlaces(longListsOfAnAccount)
  const turn = createTurns(slicesAtOnce)

  /** Throws `unavailable` where the account is being sent as many whole lists as it may. */
  return async (sliced: AnySliced, { response, accountId, hasLimit }: Asked): Promise<unknown> => {
    const { list, head, slices } = sliced
    const isLong = !hasLimit && head.total > shortList
    const leave = isLong ? places.enter(accountId) : () => {}
    const next: Next = isLong ? () => turn(() => slices.next()) : () => slices.next()
    try {
      const { done, value } = await next()
      if (!done) return await begun(piecesOf(response, sliced, value, next, leave))
      leave()
      return response.parse({ ...head, [list]: value.rows, nextCursor: value.nextCursor })
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** Run up to its first `yield`: from there on its `finally` runs, whatever becomes of the answer. */
async function begun(pieces: LongAnswer['pieces']): Promise<LongAnswer> {
  await pieces.next()
  return new LongAnswer(pieces)
}

/** Each slice is checked as it comes; the first one together with the head, so that a wrong answer is refused as a whole. */
async function* piecesOf(
  response: ObjectSchema,
  { list, head }: AnySliced,
  first: unknown[],
  next: Next,
  leave: () => void,
): LongAnswer['pieces'] {
  try {
    const { [list]: rows, nextCursor: _, ...rest } = response.parse({ ...head, [list]: first, nextCursor: null })
    yield ''
    yield `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(list)}:[${membersOf(rows)}`
    for (;;) {
      const { done, value } = await next()
      const members = membersOf(z.parse(response.shape[list] ?? z.never(), done ? value.rows : value))
      yield members && `,${members}`
      if (done) return yield `],"nextCursor":${JSON.stringify(value.nextCursor)}}`
    }
  } finally {
    leave()
  }
}

function membersOf(rows: unknown): string {
  return JSON.stringify(rows).slice(1, -1)
}

/** So many at once for each account; the owner counts, for it alone knows how long a list is, and the gateway gives the call back. */
function createPlaces(each: number) {
  const taken = new Map<string, number>()
  return {
    /** Answers how to leave, which counts once. */
    enter(accountId: string): () => void {
      const count = taken.get(accountId) ?? 0
      if (count >= each) {
        const message = `${each} whole lists of this account are on their way already; ask for pages with limit`
        throw new AppError('unavailable', message, { retryAfterSeconds: 2, isCallers: true })
      }
      taken.set(accountId, count + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = (taken.get(accountId) ?? 1) - 1
        if (left > 0) taken.set(accountId, left)
        else taken.delete(accountId)
      }
    },
  }
}
