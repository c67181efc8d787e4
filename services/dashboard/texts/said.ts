/** A sentence that a service wrote: the title of a card, the reason for an idea. */
export function said(sentence: string): string {
  return sentence
}
