import { z } from 'zod'
import type { ObjectSchema } from '../contract/operation.ts'
import type { Sliced } from '../contract/sliced.ts'
import { Written } from '../contract/written.ts'
import { AppError } from '../errors.ts'
import { createLimit } from '../scheduling.ts'
import { maxPayloadBytes } from './rpc-protocol.ts'

/** Longer lists without a page limit take a place of their account. */
const shortList = 1_000
const longListsOfAnAccount = 2
/** Of long lists: short reads always find a database connection. */
const slicesAtOnce = 2

/** Read `pieces` to the end or call its `return`: it may hold a place until then. */
export class LongAnswer {
  readonly pieces: AsyncGenerator<string, void, void>

  constructor(pieces: AsyncGenerator<string, void, void>) {
    this.pieces = pieces
  }
}

/** Throws `payload_too_large` beyond a NATS message. */
export async function jsonOf(answer: unknown): Promise<string> {
  if (answer instanceof Written) return Buffer.from(answer.json.buffer).toString()
  if (!(answer instanceof LongAnswer)) return JSON.stringify(answer)
  const pieces: string[] = []
  let length = 0
  for await (const piece of answer.pieces) {
    pieces.push(piece)
    length += piece.length
    if (length > maxPayloadBytes) throw new AppError('payload_too_large', 'The answer is too large')
  }
  return pieces.join('')
}

export type AnySliced = Sliced<string, unknown, { total: number }>
type Asked = {
  response: ObjectSchema
  accountId: string
  hasLimit: boolean
  bound(cursor: string | null): string | null
}
type Next = AnySliced['slices']['next']

/** One slice becomes a plain answer, more a `LongAnswer`. */
export function createLongAnswers() {
  const places = createPlaces(longListsOfAnAccount)
  const limited = createLimit(slicesAtOnce)

  return async (sliced: AnySliced, asked: Asked): Promise<unknown> => {
    const { response, accountId, hasLimit, bound } = asked
    const { list, head, slices } = sliced
    const isLong = !hasLimit && head.total > shortList
    const leave = isLong ? places.enter(accountId) : () => {}
    const next: Next = isLong ? () => limited(() => slices.next()) : () => slices.next()
    try {
      const { done, value } = await next()
      if (!done) return await begun(piecesOf(asked, sliced, value, next, leave))
      leave()
      return response.parse({ ...head, [list]: value.rows, nextCursor: bound(value.nextCursor) })
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** Runs up to the first `yield`: from then on `finally` always runs. */
async function begun(pieces: LongAnswer['pieces']): Promise<LongAnswer> {
  await pieces.next()
  return new LongAnswer(pieces)
}

/** Checks each slice on arrival, the first with the head: an invalid start refuses everything. */
async function* piecesOf(
  { response, bound }: Asked,
  { list, head }: AnySliced,
  first: unknown[],
  next: Next,
  leave: () => void,
): LongAnswer['pieces'] {
  try {
    const { [list]: rows, nextCursor: _, ...rest } = response.parse({ ...head, [list]: first, nextCursor: null })
    yield ''
    yield* membersOf(rows, `${JSON.stringify(rest).slice(0, -1)},${JSON.stringify(list)}:[`)
    for (;;) {
      const { done, value } = await next()
      yield* membersOf(z.parse(response.shape[list] ?? z.never(), done ? value.rows : value), null)
      if (done) return yield `],"nextCursor":${JSON.stringify(bound(value.nextCursor))}}`
    }
  } finally {
    leave()
  }
}

/** The system allocates each string above 128 KB, which takes longer than writing it. */
const pieceCharacters = 32_768

/** JSON pieces behind the answer's head, or behind other members. */
function* membersOf(rows: unknown, head: string | null): Generator<string> {
  let piece = head ?? ''
  let separator = head === null ? ',' : ''
  for (const row of Array.isArray(rows) ? rows : []) {
    piece += `${separator}${JSON.stringify(row)}`
    separator = ','
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** Per account. Only the owner knows the list's length; the gateway gives the call back. */
function createPlaces(each: number) {
  const taken = new Map<string, number>()
  return {
    enter(accountId: string): () => void {
      const count = taken.get(accountId) ?? 0
      if (count >= each) {
        const message = `This account is already reading ${each} whole lists; use limit to read pages`
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
