/** Costs nothing: a poll of running work without rows yet. */
export class Free<A> {
  readonly answer: A

  constructor(answer: A) {
    this.answer = answer
  }
}

export function freeIf<A>(isFree: boolean, answer: A): A | Free<A> {
  return isFree ? new Free(answer) : answer
}
