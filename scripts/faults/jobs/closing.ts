import { until } from '@rts/local/testing/until'
import { at } from '../../../tests/support/system.ts'
import type { World } from '../world.ts'
import { jobMs, lockRows, newWord, sent } from './holding.ts'
import type { Job } from './job.ts'

/** The end of an account that has a site with keywords, positions, prompts, an audit and an article. */
export const closing: Job = {
  name: 'closing of an account',
  phases: ['called', 'storing'],
  async begin(world, phase, go) {
    const { id, email, rest } = await world.newAccount('growth')
    const word = newWord()
    const { body } = await rest('POST', '/projects', { name: word, domain: `${word}.example` })
    const site = String(at(body, 'project', 'id'))
    const own = `/projects/${site}`
    await rest('POST', `${own}/keywords`, { keyword: word })
    await rest('POST', `${own}/ai-prompts`, { prompt: `What is ${word}?` })
    await rest('POST', `${own}/articles`, { keyword: word })
    await rest('GET', `${own}/planner`)
    const runs = 'SELECT FROM ai.run r JOIN ai.prompt p ON p.id = r.prompt_id WHERE p.site_id = $1'
    await until('answers', async () => (await world.rows('research', runs, site)).length > 0, jobMs, 200)
    const checked = `SELECT FROM keyword WHERE site_id = $1 AND last_check_status = 'ok'`
    await until('the check', async () => (await world.rows('projects', checked, site)).length > 0, jobMs, 200)
    const lock =
      phase === 'storing' ? await lockRows(world, 'research', 'SELECT FROM ai.prompt WHERE site_id = $1', site) : null
    const close = { params: { accountId: id }, body: { confirm: email } }
    const closeIt = async () => ({ status: 200, body: await world.operator.call('accounts.close', close) })
    const call = sent(closeIt, go)
    await lock?.awaited()
    return {
      release: async () => void (await lock?.release()),
      async end() {
        await call.done()
        let left: string[] = []
        const isGone = async () => {
          left = await leftOf(world, id, site)
          return left.length === 0
        }
        await until(() => `nothing to be left: ${left.join()}`, isGone, jobMs, 1_000)
        return { lost: [], doubled: [] }
      },
    }
  },
}

/** A closed account keeps its accounting, and that it was. */
const kept = new Set(
  ['account', 'api_key', 'allowance_day', 'audit_entry', 'collect_day', 'collect_token', 'book', 'month'].concat(
    'billing_order',
    'receipt',
    'credit_entry',
    'subscription',
    'site',
  ),
)
const owners = ['account_id', 'site_id', 'payer', 'scope']

/** The tables of every database that have rows of an account or its site. */
async function leftOf({ rows, databases }: World, account: string, site: string): Promise<string[]> {
  const values = [account, site, `a:${account}`, `s:${site}`]
  const found = databases.map(async (service) => {
    const columns = await rows(
      service,
      `SELECT c.table_schema AS schema, c.table_name AS name, c.column_name AS owner FROM information_schema.columns c
       JOIN information_schema.tables t USING (table_schema, table_name)
       WHERE c.column_name = ANY($1) AND t.table_type = 'BASE TABLE' AND c.data_type = 'text'`,
      owners,
    )
    const tables = columns.filter(({ name }) => !kept.has(String(name)))
    const counts = tables.map(async ({ schema, name, owner }) => {
      const [row] = await rows(
        service,
        `SELECT count(*)::int AS n FROM "${schema}"."${name}" WHERE "${owner}" = ANY($1)`,
        values,
      )
      return Number(row?.n) > 0 ? [`${row?.n} of ${service} ${schema}.${name}`] : []
    })
    return (await Promise.all(counts)).flat()
  })
  return (await Promise.all(found)).flat()
}
