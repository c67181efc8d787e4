import { counted, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

const lines = 300

/** Keywords of another rank tracker with their last positions. */
export const importing: Job = {
  name: 'import',
  phases: ['called', 'storing'],
  async begin(world, phase, go) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    await rest('GET', '/projects')
    const at = new Date(Date.now() - 86_400_000).toISOString()
    const rows = Array.from(
      { length: lines },
      (_, i) =>
        `${i}, ${word} ${i}, ${(i % 90) + 1}, https://${word}.example/, United States, -, desktop, ${at}, ${at}, `,
    )
    const text = ['ID,Keyword,Position,URL,Country,City,Device,Updated,Added,Tags', ...rows].join('\n')
    const body = { from: 'serpbear', accountId, domain: `${word}.example`, text } as const
    const lock =
      phase === 'storing' ? await lockRows(world, 'projects', 'SELECT FROM account WHERE id = $1', accountId) : null
    const takeOver = async () => ({
      status: 200,
      body: await world.operator.call('keywords.import', { body: { ...body, language: 'en' } }),
    })
    const call = sent(takeOver, go)
    await lock?.awaited()
    return {
      release: async () => void (await lock?.release()),
      async end() {
        await call.done()
        const [seen] = await world.rows(
          'projects',
          `SELECT count(DISTINCT s.id)::int AS sites, count(DISTINCT k.id)::int AS keywords,
             (SELECT count(*)::int FROM ranks.rank r JOIN keyword o ON o.seq = r.keyword JOIN site t ON t.id = o.site_id
              JOIN ranks.source c ON c.id = r.source WHERE t.account_id = $1 AND c.name = 'serpbear') AS ranks
           FROM site s LEFT JOIN keyword k ON k.site_id = s.id WHERE s.account_id = $1`,
          accountId,
        )
        return together(
          counted('sites', seen?.sites, 1),
          counted('keywords', seen?.keywords, lines),
          counted('their positions', seen?.ranks, lines),
        )
      },
    }
  },
}
