/** An answer that costs nothing: a poll of work that runs already and has no rows yet. */
export class Free<A> {
  readonly answer: A

  constructor(answer: A) {
    this.answer = answer
  }
}

export function freeIf<A>(isFree: boolean, answer: A): A | Free<A> {
  return isFree ? new Free(answer) : answer
}
