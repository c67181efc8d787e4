import type { Pool } from 'pg'

type Site = { id: string }
export type SuggestionStore = ReturnType<typeof createSuggestionStore>

/** Which questions are not suggested to a site as prompts. */
export function createSuggestionStore(pool: Pool) {
  return {
    /** The texts of prompts, and the identities of what was dismissed. */
    async taken({ id }: Site): Promise<string[]> {
      const [prompts, dismissed] = await Promise.all([
        pool.query<{ text: string }>('SELECT text FROM ai.prompt WHERE site_id = $1', [id]),
        pool.query<{ question: string }>('SELECT question FROM ai.dismissed_suggestion WHERE site_id = $1', [id]),
      ])
      return [...prompts.rows.map(({ text }) => text), ...dismissed.rows.map(({ question }) => question)]
    },

    async dismiss({ id }: Site, identity: string, now: Date): Promise<void> {
      await pool.query(
        'INSERT INTO ai.dismissed_suggestion (site_id, question, dismissed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [id, identity, now],
      )
    },
  }
}
