import { phraseIdentity } from '@rts/shared/contract/fields'
import type { SkippedLine } from '@rts/shared/contract/rows/keyword'
import { AppError, errorCodes } from '@rts/shared/errors'
import type { Database } from '@rts/shared/service/transaction'
import { type StoredProposal, storeAdded } from './proposals.sql.ts'

/** Tracks phrases, one a line, for the account; returns the lines not added. */
type Track = (
  accountId: string,
  siteId: string,
  lines: { text: string; country: string; language: string },
) => Promise<{ skippedLines: readonly SkippedLine[] }>
/** `refusal`: why nothing was added, such as a full plan. */
type Addition = { added: number; left: number; refusal: AppError | null }
export type Adding = ReturnType<typeof createAdding>

/** Tracks one site's begun proposals within the plan (projects enforces it). Without an answer they stay begun: repeating is safe. */
export function createAdding({ database, track }: { database: Database; track: Track }) {
  async function addAll(accountId: string, begun: readonly StoredProposal[]): Promise<Addition> {
    const [first] = begun
    if (!first) return { added: 0, left: 0, refusal: null }
    const { siteId, country, language } = first
    const body = { text: begun.map(({ phrase }) => phrase).join('\n'), country, language }
    const { left, refusal } = await track(accountId, siteId, body).then(
      ({ skippedLines }) => {
        const refused = skippedLines.filter(({ code }) => code !== 'duplicate')
        return { left: new Set(refused.map(({ keyword }) => phraseIdentity(keyword))), refusal: null }
      },
      (error: unknown) => {
        if (!(error instanceof AppError) || errorCodes[error.code].retryable) throw error
        return { left: new Set(begun.map(({ phrase }) => phraseIdentity(phrase))), refusal: error }
      },
    )
    const isLeft = ({ phrase }: StoredProposal) => left.has(phraseIdentity(phrase))
    const added = begun.filter((each) => !isLeft(each)).map(({ id }) => id)
    const open = begun.filter(isLeft).map(({ id }) => id)
    await storeAdded(database, added, open)
    return { added: added.length, left: open.length, refusal }
  }

  /** Best first. Proposals from the site's earlier country are added there. */
  return async (accountId: string, begun: readonly StoredProposal[]): Promise<Addition> => {
    const ordered = [...begun].sort((a, b) => b.score - a.score)
    const places = Map.groupBy(ordered, ({ country, language }) => `${country} ${language}`)
    const sum: Addition = { added: 0, left: 0, refusal: null }
    for (const group of places.values()) {
      const { added, left, refusal } = await addAll(accountId, group)
      sum.added += added
      sum.left += left
      sum.refusal ??= refusal
    }
    return sum
  }
}
