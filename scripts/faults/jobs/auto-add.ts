import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { counted, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'
import { newPerson } from './person.ts'

const perWeek = 3

/** Keywords that are added without a person; projects tracks them. */
export const autoAdd: Job = {
  name: 'Auto-add',
  phases: ['called', 'storing'],
  async begin(world, phase, go) {
    const { accountId, op } = await newPerson(world)
    await world.operator.call('accounts.update', { params: { accountId }, body: { plan: 'growth' } })
    const word = newWord()
    const questions = Array.from({ length: 6 }, (_, i) => `is ${word} number${i} good`)
    const keyword = `${word} beans`
    await world.outside.send('PUT', '/control/serp', { keyword, organic: [`https://${word}.example/`], questions })
    const made = sent(() => op('sites.create', { body: { name: word, domain: `${word}.example` } }))
    const id = String(at(await made.done(), 'project', 'id'))
    await sent(() => op('keywords.create', { params: { id }, body: { keyword } })).done()
    const checked = () =>
      world.rows('projects', `SELECT FROM keyword WHERE site_id = $1 AND last_check_status = 'ok'`, id)
    await until('the check', async () => (await checked()).length === 1, jobMs, 200)
    await sent(() => op('autoAdd.update', { params: { id }, body: { mode: 'add', perWeek } })).done()
    const lock =
      phase === 'storing' ? await lockRows(world, 'projects', 'SELECT FROM account WHERE id = $1', accountId) : null
    const run = () => op('autoAdd.run', { params: { id } })
    const call = sent(run, go)
    await lock?.awaited()
    return {
      release: async () => void (await lock?.release()),
      async end() {
        await call.done()
        const states = () =>
          world.rows('research', 'SELECT phrase, state FROM auto_add.proposal WHERE site_id = $1', id)
        const isOver = async () => (await states()).every(({ state }) => state === 'open' || state === 'added')
        await until('no addition to be under way', isOver, jobMs, 500)
        const addedNow = async () => (await states()).filter(({ state }) => state === 'added')
        // A refusal leaves them proposed: the person runs it again.
        if ((await addedNow()).length === 0) await sent(run).done()
        const added = await addedNow()
        const tracked = await world.rows(
          'projects',
          'SELECT phrase FROM keyword WHERE site_id = $1 AND phrase <> $2 AND deleted_at IS NULL',
          id,
          keyword,
        )
        return together(
          counted('added proposals', added.length, perWeek),
          counted('their keywords', tracked.length, added.length),
          // A repeat may propose questions of the keywords that were added meanwhile.
          counted(
            'proposals of different phrases',
            new Set((await states()).map(({ phrase }) => phrase)).size,
            (await states()).length,
          ),
        )
      },
    }
  },
}
