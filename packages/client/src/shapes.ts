/** How a call is made. */
export type How = {
  /** Ends the call, also while it waits to be made again. */
  signal?: AbortSignal | undefined
  /** How long one try may take, in place of the client's own. */
  timeoutMs?: number | undefined
}
/** How long an answer is waited for. */
export type Waiting = How & {
  /** Two minutes by default. */
  withinMs?: number
}

/** The input may be left out where nothing of it is required. */
type Arguments<I, H> = Partial<I> extends I ? [input?: I, how?: H] : [input: I, how?: H]

/** Makes one call. Throws an `ApiProblem` where it is refused, and `NoAnswer` or `NotTheApi` where the API did not answer. */
export type Call<I, A> = (...args: Arguments<I, How>) => Promise<A>
/** A list that may come in pages. */
export type Paged<I, A, R> = Call<I, A> & {
  /** Row by row over all pages. Without `limit` a page has up to 10,000 rows; each page is a call of the day. */
  each(...args: Arguments<I, How>): AsyncGenerator<R, void, void>
}
/** A read whose data may still have to be collected. */
export type Collected<I, A> = Call<I, A> & {
  /** Asks until the data is there, or cannot be had; `status` says which. Throws `StillCollecting` after `withinMs`. */
  ready(...args: Arguments<I, Waiting>): Promise<A>
}
export type PagedCollected<I, A, R> = Paged<I, A, R> & Collected<I, A>

/** The facts of a call that the client needs at run time. */
export type Row = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Sending it again changes nothing more: it is a read, or a create that says `created`. */
  repeatable: boolean
  /** The field with the rows, where they come in pages. */
  rows?: string
  collects?: true
}
