/** The rows of a list, slice by slice: each is read when the one before has been taken. The last comes with the cursor behind it. */
export type Slices<R> = AsyncGenerator<R[], { rows: R[]; nextCursor: string | null }, void>

/** An answer whose list may be long, so that nobody ever holds all of it: `head` is all but the field `list` and `nextCursor`. */
export class Sliced<K extends string, R, H extends { total: number }> {
  readonly list: K
  readonly head: H
  readonly slices: Slices<R>

  constructor(list: K, head: H, slices: Slices<R>) {
    this.list = list
    this.head = head
    this.slices = slices
  }
}

/** The sliced forms that an answer may be given in: by any of its lists. */
export type SlicedOf<A> = {
  [K in keyof A & string]: A extends { total: number }
    ? A[K] extends (infer R)[]
      ? Sliced<K, R, Omit<A, K | 'nextCursor'> & { total: number }>
      : never
    : never
}[keyof A & string]
