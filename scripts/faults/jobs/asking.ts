import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { type Job, jobMs, newSite, newWord, numberOf, phases, untilCounted, untilSaid } from './job.ts'

/** A killed worker’s page is asked for again, in any phase: its first answer was lost. */
const maxAsked = 2
/** The price of a call by `npm start`. */
const callUsd = 0.015
const engines = 4
const pages = 8
/** Long enough to be killed while the pages are read, a second or two after the first. */
const slowMs = 400
const collects = 'SELECT sum(used)::int FROM collect_day WHERE account_id = $1'

const resultsPage: Job = {
  name: 'results page',
  phases,
  async prepare(world) {
    const { id: accountId, rest, word, site } = await newSite(world)
    return {
      call: () => rest('POST', `/projects/${site}/keywords`, { keyword: `${word} beans` }),
      asks: { provider: 'serpapi', of: { keyword: word }, word: () => word },
      stores: ['projects', 'SELECT FROM page_target WHERE phrase LIKE $1', `${word}%`],
      async end(answer) {
        const id = at(answer, 'keyword', 'id')
        const checked = `SELECT seq FROM keyword WHERE id = $1 AND last_check_status = 'ok'`
        const keyword = async () => (await numberOf(world, ['projects', checked, id])) || undefined
        const seq = await until('the check', keyword, jobMs, 200)
        const calls = await world.outside.calls(word)
        // A results page is bought in parts, here of ten results.
        const parts = Map.groupBy(calls, ({ provider, query }) => `${provider} ${at(query, 'start') ?? 0}`)
        const times = Math.max(...[...parts.values()].map(({ length }) => length))
        const isPriced = calls.every(({ provider }) => provider === 'serpapi')
        const spent = 'SELECT sum(usd)::float FROM spend.book WHERE account_id = $1'
        const booked = Math.round((await numberOf(world, ['projects', spent, accountId])) / callUsd)
        return [
          ['ranks', ['projects', 'SELECT count(*) FROM ranks.rank WHERE keyword = $1', seq], 1],
          ['keywords', ['projects', 'SELECT count(*) FROM keyword WHERE site_id = $1', site], 1],
          ['times that the page was bought', times, 1, maxAsked],
          ['calls that were booked', isPriced ? booked : parts.size, parts.size, calls.length],
        ]
      },
    }
  },
}

const researchRead: Job = {
  name: 'research read',
  phases,
  async prepare(world) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const word = newWord()
    const read = () => rest('GET', `/keywords/research?q=${word}`)
    const results =
      'SELECT count(*) FROM collects.result r JOIN collects.subject s ON s.id = r.subject_id WHERE s.input::text LIKE $1'
    return {
      call: read,
      asks: { provider: 'dataforseo', of: { keyword: word }, word: () => word },
      stores: ['research', 'SELECT FROM collects.subject WHERE input::text LIKE $1', `%${word}%`],
      async end() {
        // Partial: one of its providers has answered.
        await untilSaid('the research', read, ['status'], ['ready', 'partial'])
        return [
          ['results', ['research', results, `%${word}%`], 1],
          ['collects of the day', ['gateway', collects, accountId], 1],
        ]
      },
    }
  },
}

const article: Job = {
  name: 'article',
  phases,
  async prepare(world) {
    const { id: accountId, rest, word, site } = await newSite(world)
    const post = () => rest('POST', `/projects/${site}/articles`, { keyword: word })
    const used = 'SELECT sum(used)::int FROM writing.month WHERE account_id = $1'
    return {
      call: post,
      asks: { provider: 'writer', of: { keyword: word }, word: () => word },
      stores: ['content', 'SELECT FROM writing.article WHERE site_id = $1', site],
      async end() {
        await untilSaid('the article', post, ['article', 'status'], ['ready'])
        return [
          ['articles', ['content', 'SELECT count(*) FROM writing.article WHERE site_id = $1', site], 1],
          ['texts of the month', ['content', used, accountId], 1],
        ]
      },
    }
  },
}

const aiRun: Job = {
  name: 'AI run',
  phases,
  async prepare(world) {
    const { rest, word, site } = await newSite(world)
    const runs = 'SELECT count(*) FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1'
    return {
      call: () => rest('POST', `/projects/${site}/ai-prompts`, { prompt: `What is the best ${word}?` }),
      asks: { provider: 'openai', of: { keyword: word }, word: () => word },
      stores: ['research', 'SELECT FROM ai.prompt WHERE site_id = $1', site],
      async end() {
        await untilCounted('the answers', world, ['research', runs, site], engines)
        return [
          ['prompts', ['research', 'SELECT count(*) FROM ai.prompt WHERE site_id = $1', site], 1],
          ['answers', ['research', runs, site], engines],
          // All four may be under way when their worker is killed.
          ['questions to engines', (await world.outside.calls(word)).length, engines, engines * 2],
        ]
      },
    }
  },
}

/** The audit of a site of eight pages. */
const crawl: Job = {
  name: 'crawl',
  phases,
  async prepare(world) {
    const host = `${newWord()}.sandbox.example`
    const paths = ['/', ...Array.from({ length: pages - 1 }, (_, i) => `/${i}`)]
    const links = paths.map((path) => `<a href="${path}">Page ${path}</a>`).join('')
    const page = (path: string) => ({
      body: `<!doctype html><html lang="en"><title>${path}</title><h1>${path}</h1>${links}`,
      delayMs: slowMs,
    })
    await world.outside.publish(host, Object.fromEntries(paths.map((path) => [path, page(path)])))
    const { id: accountId, rest, site } = await newSite(world, host, host)
    const read = () => rest('GET', `/projects/${site}/issues`)
    const runs = 'SELECT count(*) FROM crawl.run WHERE site_id = $1'
    const stored = 'SELECT count(*) FROM crawl.page p JOIN crawl.run o ON o.id = p.run_id WHERE o.site_id = $1'
    return {
      call: read,
      begun: () => untilCounted('the crawl', world, ['content', runs, site]),
      stores: ['content', 'SELECT FROM crawl.run WHERE site_id = $1', site],
      async end() {
        await untilSaid('the audit', read, ['status'], ['ready'])
        return [
          ['crawls', ['content', runs, site], 1],
          ['pages', ['content', stored, site], pages],
          ['collects of the day', ['gateway', collects, accountId], 1],
        ]
      },
    }
  },
}

/** Jobs that ask the outside. */
export const asking: readonly Job[] = [resultsPage, researchRead, article, aiRun, crawl]
