import { at } from '../../../tests/support/system.ts'
import { type Count, said, untilCounted } from '../verdict.ts'
import { type Job, jobOf, newSite, newWord } from './job.ts'

/** A killed worker’s page is asked for again, in any phase: its first answer was lost. */
const maxAsked = 2
/** The price of a call by `npm start`. */
const callUsd = 0.015
const engines = 4
const pages = 8
/** Long enough to be killed while the pages are read, a second or two after the first. */
const slowMs = 400
/** The keywords of a site that were checked, and the answers to its prompts. */
export const checkedOfSite = `SELECT count(*) FROM keyword WHERE site_id = $1 AND last_check_status = 'ok'`
export const answersOfSite = 'SELECT count(*) FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1'

/** The job has used one of the account's collects. */
const oneCollect = (accountId: string): Count => [
  'collects of the day',
  ['gateway', 'SELECT sum(used)::int FROM collect_day WHERE account_id = $1', accountId],
  1,
]

const resultsPage = jobOf({
  name: 'results page',
  prepare: newSite,
  call: ({ rest, site, word }) => rest('POST', `/projects/${site}/keywords`, { keyword: `${word} beans` }),
  asks: ({ word }) => ({ provider: 'serpapi', keyword: word }),
  stores: ({ word }) => ['projects', 'SELECT FROM page_target WHERE phrase LIKE $1', `${word}%`],
  async end({ world, accountId, site, word }) {
    await untilCounted('the check', world, ['projects', checkedOfSite, site])
    const calls = await world.outside.calls(word)
    // A results page is bought in parts, here of ten results.
    const parts = Map.groupBy(calls, ({ provider, query }) => `${provider} ${at(query, 'start') ?? 0}`)
    const times = Math.max(...[...parts.values()].map(({ length }) => length))
    const isPriced = calls.every(({ provider }) => provider === 'serpapi')
    const spent = 'SELECT sum(usd)::float FROM spend.book WHERE account_id = $1'
    const booked = Math.round((await world.count('projects', spent, accountId)) / callUsd)
    const ranks = 'SELECT count(*) FROM ranks.rank r JOIN keyword k ON k.seq = r.keyword WHERE k.site_id = $1'
    return [
      ['ranks', ['projects', ranks, site], 1],
      ['keywords', ['projects', 'SELECT count(*) FROM keyword WHERE site_id = $1', site], 1],
      ['times that the page was bought', times, 1, maxAsked],
      ['calls that were booked', isPriced ? booked : parts.size, parts.size, calls.length],
    ]
  },
})

const researchRead = jobOf({
  name: 'research read',
  prepare: newSite,
  call: ({ rest, word }) => rest('GET', `/keywords/research?q=${word}`),
  asks: ({ word }) => ({ provider: 'dataforseo', keyword: word }),
  stores: ({ word }) => ['research', 'SELECT FROM collects.subject WHERE input::text LIKE $1', `%${word}%`],
  end({ accountId, word }, call) {
    const results = `SELECT count(*) FROM collects.result r JOIN collects.subject s ON s.id = r.subject_id
      WHERE s.input::text LIKE $1`
    return [
      // Partial: one of its providers has answered.
      said('answers', call, ['status'], ['ready', 'partial']),
      ['results', ['research', results, `%${word}%`], 1],
      oneCollect(accountId),
    ]
  },
})

const article = jobOf({
  name: 'article',
  prepare: newSite,
  call: ({ rest, site, word }) => rest('POST', `/projects/${site}/articles`, { keyword: word }),
  asks: ({ word }) => ({ provider: 'writer', keyword: word }),
  stores: ({ site }) => ['content', 'SELECT FROM writing.article WHERE site_id = $1', site],
  end({ accountId, site }, call) {
    const used = 'SELECT sum(used)::int FROM writing.month WHERE account_id = $1'
    return [
      said('articles that are ready', call, ['article', 'status'], ['ready']),
      ['articles', ['content', 'SELECT count(*) FROM writing.article WHERE site_id = $1', site], 1],
      ['texts of the month', ['content', used, accountId], 1],
    ]
  },
})

const aiRun = jobOf({
  name: 'AI run',
  prepare: newSite,
  call: ({ rest, site, word }) => rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is the best ${word}?` }),
  asks: ({ word }) => ({ provider: 'openai', keyword: word }),
  stores: ({ site }) => ['research', 'SELECT FROM ai.prompt WHERE site_id = $1', site],
  end: ({ world, site, word }) => [
    ['prompts', ['research', 'SELECT count(*) FROM ai.prompt WHERE site_id = $1', site], 1],
    ['answers', ['research', answersOfSite, site], engines],
    // All four may be under way when their worker is killed.
    ['questions to engines', async () => (await world.outside.calls(word)).length, engines, engines * 2],
  ],
})

/** The audit of a site of eight pages. */
const crawl = jobOf({
  name: 'crawl',
  async prepare(world) {
    const host = `${newWord()}.sandbox.example`
    const paths = ['/', ...Array.from({ length: pages - 1 }, (_, i) => `/${i}`)]
    const links = paths.map((path) => `<a href="${path}">Page ${path}</a>`).join('')
    const page = (path: string) => ({
      body: `<!doctype html><html lang="en"><title>${path}</title><h1>${path}</h1>${links}`,
      delayMs: slowMs,
    })
    await world.outside.publish(host, Object.fromEntries(paths.map((path) => [path, page(path)])))
    return newSite(world, host, host)
  },
  call: ({ rest, site }) => rest('GET', `/projects/${site}/issues`),
  begun: ({ world, site }) =>
    untilCounted('the crawl', world, ['content', 'SELECT count(*) FROM crawl.run WHERE site_id = $1', site]),
  stores: ({ site }) => ['content', 'SELECT FROM crawl.run WHERE site_id = $1', site],
  end({ accountId, site }, call) {
    const stored = 'SELECT count(*) FROM crawl.page p JOIN crawl.run o ON o.id = p.run_id WHERE o.site_id = $1'
    return [
      said('audits', call, ['status'], ['ready']),
      ['crawls', ['content', 'SELECT count(*) FROM crawl.run WHERE site_id = $1', site], 1],
      ['pages', ['content', stored, site], pages],
      oneCollect(accountId),
    ]
  },
})

/** Jobs that ask the outside. */
export const asking: readonly Job[] = [resultsPage, researchRead, article, aiRun, crawl]
