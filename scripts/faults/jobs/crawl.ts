import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import { counted, jobMs, lockRows, newWord, sent, together } from './holding.ts'
import type { Job } from './job.ts'

const pages = 8
/** Long enough to be killed while the pages are read, a second or two after the first. */
const slowMs = 400

/** The audit of a site of eight pages. */
export const crawl: Job = {
  name: 'crawl',
  phases: ['called', 'asked', 'storing'],
  async begin(world, phase, go) {
    const { id: accountId, rest } = await world.newAccount('growth')
    const host = `${newWord()}.sandbox.example`
    const links = Array.from({ length: pages - 1 }, (_, i) => `<a href="/${i}">Page ${i}</a>`).join('')
    const page = (name: string) => ({
      body: `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1>${links}`,
      delayMs: slowMs,
    })
    const rest8 = Array.from({ length: pages - 1 }, (_, i) => [`/${i}`, page(`Page ${i}`)])
    await world.outside.publish(host, { '/': page('Home'), ...Object.fromEntries(rest8) })
    const { body } = await rest('POST', '/projects', { name: host, domain: host })
    const site = String(at(body, 'project', 'id'))
    const read = () => rest('GET', `/projects/${site}/issues`)
    const call = sent(read, go)
    const begun = async () => (await world.rows('content', 'SELECT FROM crawl.run WHERE site_id = $1', site)).length > 0
    if (phase !== 'called') await until('the crawl to begin', begun, jobMs)
    const lock =
      phase === 'storing' ? await lockRows(world, 'content', 'SELECT FROM crawl.run WHERE site_id = $1', site) : null
    await lock?.awaited()
    return {
      release: async () => void (await lock?.release()),
      async end() {
        await call.done()
        const status = async () => (await read().catch(() => null))?.body.status
        await until('the audit', async () => (await status()) === 'ready', jobMs, 2_500)
        const [seen] = await world.rows(
          'content',
          `SELECT count(*)::int AS runs, (SELECT count(*)::int FROM crawl.page p JOIN crawl.run o ON o.id = p.run_id
             WHERE o.site_id = $1) AS pages FROM crawl.run WHERE site_id = $1`,
          site,
        )
        const [day] = await world.rows(
          'gateway',
          'SELECT sum(used)::int AS used FROM collect_day WHERE account_id = $1',
          accountId,
        )
        return together(
          counted('crawls', seen?.runs, 1),
          counted('pages', seen?.pages, pages),
          counted('collects of the day', day?.used ?? 0, 1),
        )
      },
    }
  },
}
