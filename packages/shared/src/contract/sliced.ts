/** Each is read once the one before was consumed; the last has the next page's cursor. */
export type Slices<R> = AsyncGenerator<R[], { rows: R[]; nextCursor: string | null }, void>

const slice = 500

/** Prepares only the next slice. */
export async function* inSlices<T, R>(
  all: readonly T[],
  nextCursor: string | null,
  present: (rows: T[]) => R[] | Promise<R[]>,
): Slices<R> {
  let at = 0
  for (; at + slice < all.length; at += slice) yield await present(all.slice(at, at + slice))
  return { rows: await present(all.slice(at)), nextCursor }
}

/** `head`: everything but the field `list` and `nextCursor`. */
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

export type SlicedOf<A> = {
  [K in keyof A & string]: A extends { total: number }
    ? A[K] extends (infer R)[]
      ? Sliced<K, R, Omit<A, K | 'nextCursor'> & { total: number }>
      : never
    : never
}[keyof A & string]
