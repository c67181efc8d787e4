import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { counted, holdCall, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

/** A killed worker’s page is asked for again, in any phase: its first answer was lost. */
const maxAsked = 2
/** The price of a call by `npm start`. */
const callUsd = 0.015

export const resultsPage: Job = {
  name: 'results page',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    const { body } = await rest('POST', '/projects', { name: word, domain: `${word}.example` })
    const site = String(at(body, 'project', 'id'))
    const held = phase === 'called' ? null : await holdCall(world, 'serpapi')
    const call = sent(() => rest('POST', `/projects/${site}/keywords`, { keyword: `${word} beans` }), go)
    await held?.asked(word)
    const lock =
      phase === 'storing'
        ? await lockRows(world, 'projects', 'SELECT FROM page_target WHERE phrase LIKE $1', `${word}%`)
        : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        const id = at(await call.done(), 'keyword', 'id')
        const keyword = async () => (await world.rows('projects', 'SELECT * FROM keyword WHERE id = $1', id))[0]
        const found = await until(
          'the check',
          async () => (await keyword())?.last_check_status === 'ok' && keyword(),
          jobMs,
          200,
        )
        const ranks = await world.rows('projects', 'SELECT FROM ranks.rank WHERE keyword = $1', found?.seq)
        const keywords = await world.rows('projects', 'SELECT FROM keyword WHERE site_id = $1', site)
        const calls = await world.outside.calls(word)
        // A results page is bought in parts, here of ten results.
        const parts = Map.groupBy(calls, ({ provider, query }) => `${provider} ${at(query, 'start') ?? 0}`)
        const times = Math.max(...[...parts.values()].map(({ length }) => length))
        const isPriced = calls.every(({ provider }) => provider === 'serpapi')
        const spent = await world.rows(
          'projects',
          'SELECT sum(usd)::float AS usd FROM spend.book WHERE account_id = $1',
          accountId,
        )
        const usd = Number(spent[0]?.usd ?? 0)
        return together(
          counted('ranks', ranks.length, 1),
          counted('keywords', keywords.length, 1),
          counted('times that the page was bought', times, 1, maxAsked),
          ...(isPriced ? [counted('calls that were booked', Math.round(usd / callUsd), parts.size, calls.length)] : []),
        )
      },
    }
  },
}
