import { createHash } from 'node:crypto'
import { phraseIdentity } from '@rts/shared/contract/fields'
import { z } from 'zod'

export const placeInput = { country: z.string(), language: z.string() }
export type Place = { country: string; language: string }

/** The pauses before the second, third and fourth try of a run. */
export const retryMs = [5_000, 30_000, 120_000]
export const dayMs = 86_400_000

/** The part of a key that says where. */
export function placeKey({ country, language }: Place): string {
  return `${country}·${language}`
}

/** The part of a key for phrases, whatever their spelling and order; several are told by a hash, for a key has an end. */
export function phrasesKey(phrases: readonly string[]): string {
  const identities = phrases.map(phraseIdentity).sort()
  const [only = ''] = identities
  return identities.length === 1 ? only : createHash('sha256').update(identities.join('\n')).digest('base64url')
}
