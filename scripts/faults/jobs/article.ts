import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { counted, holdCall, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

export const article: Job = {
  name: 'article',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    const { body } = await rest('POST', '/projects', { name: word, domain: `${word}.example` })
    const site = String(at(body, 'project', 'id'))
    const held = phase === 'called' ? null : await holdCall(world, 'writer')
    const post = () => rest('POST', `/projects/${site}/articles`, { keyword: word })
    const call = sent(post, go)
    await held?.asked(word)
    const lock =
      phase === 'storing'
        ? await lockRows(world, 'content', 'SELECT FROM writing.article WHERE site_id = $1', site)
        : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await call.done()
        const status = async () => at((await post().catch(() => null))?.body, 'article', 'status')
        await until('the article', async () => (await status()) === 'ready', jobMs, 2_500)
        const articles = await world.rows('content', 'SELECT FROM writing.article WHERE site_id = $1', site)
        const months = await world.rows(
          'content',
          'SELECT sum(used)::int AS used FROM writing.month WHERE account_id = $1',
          accountId,
        )
        return together(counted('articles', articles.length, 1), counted('texts of the month', months[0]?.used ?? 0, 1))
      },
    }
  },
}
