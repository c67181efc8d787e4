import { until } from '@rts/local/testing/until'
import { counted, holdCall, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

export const researchRead: Job = {
  name: 'research read',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    const held = phase === 'called' ? null : await holdCall(world, 'dataforseo')
    const call = sent(() => rest('GET', `/keywords/research?q=${word}`), go)
    await held?.asked(word)
    const lock =
      phase === 'storing'
        ? await lockRows(world, 'research', 'SELECT FROM collects.subject WHERE input::text LIKE $1', `%${word}%`)
        : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await call.done()
        const read = () => rest('GET', `/keywords/research?q=${word}`).catch(() => null)
        // Partial: one of its providers has answered.
        const isOver = async () => ['ready', 'partial'].includes(String((await read())?.body.status))
        await until('the research', isOver, jobMs, 2_500)
        const results = await world.rows(
          'research',
          `SELECT FROM collects.result r JOIN collects.subject s ON s.id = r.subject_id WHERE s.input::text LIKE $1`,
          `%${word}%`,
        )
        const days = await world.rows(
          'gateway',
          'SELECT sum(used)::int AS used FROM collect_day WHERE account_id = $1',
          accountId,
        )
        return together(counted('results', results.length, 1), counted('collects of the day', days[0]?.used ?? 0, 1))
      },
    }
  },
}
