/** An answer that costs nothing: a poll of work that runs already and has no rows yet. */
export class Free<A> {
  readonly answer: A

  constructor(answer: A) {
    this.answer = answer
  }
}
