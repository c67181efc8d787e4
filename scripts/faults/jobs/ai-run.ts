import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { counted, holdCall, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

const engines = 4

export const aiRun: Job = {
  name: 'AI run',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const { rest } = await world.newAccount('growth')
    const word = newWord()
    const { body } = await rest('POST', '/projects', { name: word, domain: `${word}.example` })
    const site = String(at(body, 'project', 'id'))
    const held = phase === 'called' ? null : await holdCall(world, 'openai')
    const call = sent(() => rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is the best ${word}?` }), go)
    await held?.asked(word)
    const lock =
      phase === 'storing' ? await lockRows(world, 'research', 'SELECT FROM ai.prompt WHERE site_id = $1', site) : null
    if (lock) await held?.release()
    await lock?.awaited()
    return {
      release: async () => void (await (lock ?? held)?.release()),
      async end() {
        await call.done()
        const runs = () =>
          world.rows(
            'research',
            'SELECT engine FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1',
            site,
          )
        await until('the answers', async () => (await runs()).length >= engines, jobMs, 500)
        const prompts = await world.rows('research', 'SELECT FROM ai.prompt WHERE site_id = $1', site)
        const asked = (await world.outside.calls(word)).length
        return together(
          counted('prompts', prompts.length, 1),
          counted('answers', (await runs()).length, engines),
          // All four may be under way when their worker is killed.
          counted('questions to engines', asked, engines, engines * 2),
        )
      },
    }
  },
}
