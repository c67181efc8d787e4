/** The rows of a list in slices: each is read after the one before was consumed. The last comes with the cursor of the next page. */
export type Slices<R> = AsyncGenerator<R[], { rows: R[]; nextCursor: string | null }, void>

const slice = 500

/** A list that is held as a whole, in slices: only what is sent next is made ready for it. */
export async function* inSlices<T, R>(
  all: readonly T[],
  nextCursor: string | null,
  present: (rows: T[]) => R[] | Promise<R[]>,
): Slices<R> {
  let at = 0
  for (; at + slice < all.length; at += slice) yield await present(all.slice(at, at + slice))
  return { rows: await present(all.slice(at)), nextCursor }
}

/** An answer with a long list that is never held whole: `head` is everything but the field `list` and `nextCursor`. */
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

/** The sliced forms of an answer, by any of its lists. */
export type SlicedOf<A> = {
  [K in keyof A & string]: A extends { total: number }
    ? A[K] extends (infer R)[]
      ? Sliced<K, R, Omit<A, K | 'nextCursor'> & { total: number }>
      : never
    : never
}[keyof A & string]
