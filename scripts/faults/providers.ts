import { until } from '@rts/local/testing/until'
import { serpProviderNames } from '../../services/projects/src/checks/providers/providers.ts'
import { at } from '../../tests/support/system.ts'
import { ordering } from './jobs/buying.ts'
import { newWord } from './jobs/holding.ts'
import { jobs } from './jobs/jobs.ts'
import { newPerson } from './jobs/person.ts'
import { type OwnFault, playOn } from './play.ts'
import type { Seen } from './report.ts'
import { startWorld, type World } from './world.ts'

const modes = { http500: 'answer 500', timeout: 'never answer', garbage: 'answer garbage' } as const
type Mode = keyof typeof modes

const engines = ['openai', 'anthropic', 'gemini', 'perplexity']
const keywordProviders = ['google_ads', 'autocomplete']
const providers = [...serpProviderNames, ...engines, ...keywordProviders, 'writer', 'bing', 'openpagerank', 'midtrans']
const endMs = 400_000
const shortMs = '2000'

/** All providers that a job may ask are set up, and given up after two seconds. */
const env = {
  SERP_PROVIDERS: serpProviderNames.join(),
  KEYWORD_PROVIDERS: 'dataforseo,google_ads,autocomplete',
  AI_ENGINES: engines.join(),
  SERP_TIMEOUT_MS: shortMs,
  RESEARCH_TIMEOUT_MS: shortMs,
  AI_TIMEOUT_MS: shortMs,
  WRITER_TIMEOUT_MS: shortMs,
  PAYMENT_TIMEOUT_MS: shortMs,
}

/** Every provider fails at once: what was asked ends as failed, never as not found; afterwards everything works again. */
export const providerFaults: readonly OwnFault[] = Object.entries(modes).map(([mode, said]) => ({
  name: `providers: all ${said}`,
  play: async () => {
    const world = await startWorld({ env })
    // safe because these are the keys of `modes`
    return failAll(world, mode as Mode).finally(world.stop)
  },
}))

async function failAll(world: World, mode: Mode): Promise<Seen> {
  for (const provider of providers) await world.outside.fail({ provider, mode })
  const doomed = await doomedJobs(world)
  // A fault of one call more ends the one that has no end.
  for (const provider of providers) await world.outside.fail({ provider, mode: 'slow', times: 1 })
  const healed = jobs.map((job) => ({ job, phase: 'called' as const }))
  const seen = await playOn(world, { jobs: healed, harm: async () => performance.now() })
  return { ...seen, lost: [...doomed, ...seen.lost] }
}

/** Asks for one thing of each kind, and answers what did not end as failed. */
async function doomedJobs(world: World): Promise<string[]> {
  const word = newWord()
  const { rest } = await world.newAccount('growth')
  const { body } = await rest('POST', '/projects', { name: word, domain: `${word}.example` })
  const site = String(at(body, 'project', 'id'))
  await rest('POST', `/projects/${site}/keywords`, { keyword: word })
  await rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is ${word}?` })
  const read = () => rest('GET', `/keywords/research?q=${word}`)
  const write = () => rest('POST', `/projects/${site}/articles`, { keyword: word })
  await Promise.all([read(), write()])
  const person = await newPerson(world)
  const ordered = await (await ordering(person))()
  const problems: string[] = []
  const check = (what: string, isSo: boolean) => {
    if (!isSo) problems.push(what)
  }
  const row = async (service: 'projects' | 'research', sql: string) => (await world.rows(service, sql, site))[0]
  await until(
    'the failed check',
    async () => {
      const keyword = await row('projects', 'SELECT last_check_status AS status FROM keyword WHERE site_id = $1')
      return keyword?.status === 'failed' || keyword?.status === 'ok'
    },
    endMs,
    200,
  )
  const keyword = await row(
    'projects',
    `SELECT last_check_status AS status, (SELECT count(*)::int FROM ranks.rank r WHERE r.keyword = k.seq) AS ranks,
       (SELECT count(*)::int FROM keyword_state s WHERE s.keyword_id = k.id) AS states FROM keyword k WHERE site_id = $1`,
  )
  check(`a check is ${keyword?.status}, not failed`, keyword?.status === 'failed')
  check('a failed check is stored as a position', keyword?.ranks === 0 && keyword.states === 0)
  const failures = `SELECT count(*)::int AS n, (SELECT count(*)::int FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1) AS runs
    FROM ai.failure f JOIN ai.prompt p ON p.id = f.prompt_id WHERE p.site_id = $1`
  await until('failed answers', async () => Number((await row('research', failures))?.n) === engines.length, endMs, 200)
  check('an answer of an engine that failed', (await row('research', failures))?.runs === 0)
  const ends = async (send: typeof read, ...path: string[]) =>
    until(
      `an end of ${path}`,
      async () => {
        const status = String(at((await send()).body, ...path))
        return !['queued', 'collecting', 'writing', 'waiting'].includes(status) && status
      },
      endMs,
      2_500,
    )
  check('research of a provider that failed', (await ends(read, 'status')) !== 'ready')
  await ends(write, 'article', 'status')
  const generator = at((await write()).body, 'article', 'generator')
  check(`an article by ${generator}`, !String(generator).startsWith('llm'))
  check('an order whose page could not be opened', at(ordered.body, 'order', 'status') !== 'open')
  const [paid] = await world.rows('dashboard', 'SELECT count(*)::int AS n FROM payment')
  check('a payment', paid?.n === 0)
  return problems
}
