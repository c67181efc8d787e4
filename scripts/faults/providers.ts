import { until } from '@rts/local/testing/until'
import { demand } from '../../harness/calls.ts'
import { serpProviderNames } from '../../services/projects/src/checks/providers/providers.ts'
import { at } from '../../tests/support/system.ts'
import { newPerson, ordering } from './jobs/buying.ts'
import { newSite } from './jobs/job.ts'
import type { Fault } from './play.ts'
import type { World } from './world.ts'

const modes = { http500: 'answer 500', timeout: 'never answer', garbage: 'answer garbage' } as const
const engines = ['openai', 'anthropic', 'gemini', 'perplexity']
const keywordProviders = ['google_ads', 'autocomplete']
const providers = [...serpProviderNames, ...engines, ...keywordProviders, 'writer', 'bing', 'openpagerank', 'midtrans']
const endMs = 400_000
const timeouts = ['SERP', 'RESEARCH', 'AI', 'WRITER', 'PAYMENT'].map((area) => [`${area}_TIMEOUT_MS`, '2000'])

/** All providers that a job may ask are set up, and given up after two seconds. */
const env = {
  SERP_PROVIDERS: serpProviderNames.join(),
  KEYWORD_PROVIDERS: 'dataforseo,google_ads,autocomplete',
  AI_ENGINES: engines.join(),
  ...Object.fromEntries(timeouts),
}

/** Every provider fails at once: what was asked ends as failed, never as not found; afterwards everything works again. */
export const providerFaults: readonly Fault[] = Object.entries(modes).map(([mode, said]) => ({
  name: `providers: all ${said}`,
  phase: 'called',
  alone: () => ({ options: { env } }),
  async before(world) {
    for (const provider of providers) await world.outside.fail({ provider, mode })
    await expectFailures(world)
    // A fault of one call more ends the one that has no end.
    for (const provider of providers) await world.outside.fail({ provider, mode: 'slow', times: 1 })
  },
}))

/** Asks for one thing of each kind; throws what did not end as failed. */
async function expectFailures(world: World): Promise<void> {
  const { rest, word, site } = await newSite(world)
  await rest('POST', `/projects/${site}/keywords`, { keyword: word })
  await rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is ${word}?` })
  const read = () => rest('GET', `/keywords/research?q=${word}`)
  const write = () => rest('POST', `/projects/${site}/articles`, { keyword: word })
  await Promise.all([read(), write()])
  const ordered = await (await ordering(await newPerson(world))).order()

  const checked = `SELECT last_check_status AS status, (SELECT count(*)::int FROM ranks.rank r WHERE r.keyword = k.seq)
    + (SELECT count(*)::int FROM keyword_state s WHERE s.keyword_id = k.id) AS stored FROM keyword k WHERE site_id = $1`
  const keyword = await until(
    'the failed check',
    async () => {
      const [row] = await world.rows('projects', checked, site)
      return ['failed', 'ok'].includes(String(row?.status)) && row
    },
    endMs,
    200,
  )
  const ofPrompts = (table: string) =>
    world.count(
      'research',
      `SELECT count(*) FROM ${table} a JOIN ai.prompt p ON p.id = a.prompt_id WHERE site_id = $1`,
      site,
    )
  await until('failed answers', async () => (await ofPrompts('ai.failure')) === engines.length, endMs, 200)
  const endOf = (send: typeof read, ...path: string[]) => {
    const look = async () => {
      const status = String(at((await send()).body, ...path))
      return !['queued', 'collecting', 'writing', 'waiting'].includes(status) && status
    }
    return until(`an end of ${path}`, look, endMs, 2_500)
  }
  const research = await endOf(read, 'status')
  await endOf(write, 'article', 'status')
  const generator = String(at((await write()).body, 'article', 'generator'))
  const wrong: Record<string, boolean> = {
    [`a check is ${keyword.status}, not failed`]: keyword.status !== 'failed',
    'a failed check is stored as a position': keyword.stored !== 0,
    'an answer of an engine that failed': (await ofPrompts('ai.run')) !== 0,
    'research of a provider that failed': research === 'ready',
    [`an article by ${generator}`]: generator.startsWith('llm'),
    'an order whose page could not be opened': at(ordered.body, 'order', 'status') === 'open',
    'a payment': (await world.count('dashboard', 'SELECT count(*) FROM payment')) !== 0,
  }
  const found = Object.entries(wrong).flatMap(([what, isSo]) => (isSo ? [what] : []))
  demand(found.length === 0, found.join('; '))
}
