import type { Sentence } from '@rts/shared/texts/sentence'

/** A sentence of a service: of a card, an alert or a receipt. */
export function said({ text }: Sentence): string {
  return text
}

type Evidence = { evidence: readonly string[]; reasons: readonly Omit<Sentence, 'text'>[] }

/** The evidence for an idea. */
export function evidenceOf({ evidence }: Evidence): readonly string[] {
  return evidence
}
