import { demand } from '../../harness/calls.ts'
import { serpProviderNames } from '../../services/projects/src/checks/providers/providers.ts'
import { at } from '../../tests/support/system.ts'
import { newPerson, ordering } from './jobs/buying.ts'
import { newSite } from './jobs/job.ts'
import type { Fault } from './play.ts'
import { foundIn, type Query, type Reply, said } from './verdict.ts'
import type { World } from './world.ts'

const modes = { http500: 'answer 500', timeout: 'never answer', garbage: 'answer garbage' } as const
const engines = ['openai', 'anthropic', 'gemini', 'perplexity']
const keywordProviders = ['google_ads', 'autocomplete']
const providers = [...serpProviderNames, ...engines, ...keywordProviders, 'writer', 'bing', 'openpagerank', 'midtrans']
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

/** Asks for one thing of each kind; throws what does not end as failed. */
async function expectFailures(world: World): Promise<void> {
  const { rest, word, site } = await newSite(world)
  await rest('POST', `/projects/${site}/keywords`, { keyword: word })
  await rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is ${word}?` })
  const read = () => rest('GET', `/keywords/research?q=${word}`)
  const write = () => rest('POST', `/projects/${site}/articles`, { keyword: word })
  await Promise.all([read(), write()])
  const ordered = await (await ordering(await newPerson(world))).order()
  const generatorOf = ({ body }: Reply) => String(at(body, 'article', 'generator'))
  const ofSite = (what: string) => `SELECT count(*) FROM keyword k ${what} WHERE site_id = $1`
  const ofPrompts = (table: string): Query => {
    return [
      'research',
      `SELECT count(*) FROM ${table} a JOIN ai.prompt p ON p.id = a.prompt_id WHERE site_id = $1`,
      site,
    ]
  }
  const { lost, doubled } = await foundIn(world, [
    ['failed checks', ['projects', `${ofSite('')} AND last_check_status = 'failed'`, site], 1],
    ['positions of failed checks', ['projects', ofSite('JOIN ranks.rank r ON r.keyword = k.seq'), site], 0],
    ['states of failed checks', ['projects', ofSite('JOIN keyword_state s ON s.keyword_id = k.id'), site], 0],
    ['failed answers', ofPrompts('ai.failure'), engines.length],
    ['answers of engines that failed', ofPrompts('ai.run'), 0],
    said('research that failed', read, ['status'], ['partial', 'failed', 'unavailable']),
    said('articles that are over', write, ['article', 'status'], ['ready', 'failed']),
    ['articles of the writer', async () => Number(generatorOf(await write()).startsWith('llm')), 0],
    ['open orders', Number(at(ordered.body, 'order', 'status') === 'open'), 0],
    ['payments', ['dashboard', 'SELECT count(*) FROM payment'], 0],
  ])
  demand(lost.length + doubled.length === 0, [...lost, ...doubled].join('; '))
}
