import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { agentWith } from '../../tests/support/agent-call.ts'
import { restClient } from '../../tests/support/system.ts'
import type { World } from './world.ts'

type Kind = 'read' | 'write' | 'agent'
type Made = { key: string; kind: Kind; result: string; name?: string; id?: string }
export type Load = { stop(): Promise<LoadOutcome>; answered(): number }
export type LoadOutcome = { calls: number; failed: number; byResult: string; lost: string[]; doubled: string[] }

const accounts = 40
/** Of ten calls in turn: their kinds. */
const turns: readonly Kind[] = ['read', 'write', 'read', 'read', 'write', 'agent', 'read', 'write', 'read', 'read']

/**
 * Calls a second by new accounts, each below its 30 a minute: reads, writes that make a site, agents. `stop` waits for their answers and
 * compares what was acknowledged and counted with the databases.
 */
export async function startLoad(world: World, perSecond = 8): Promise<Load> {
  const seeds = { accounts, keysPerAccount: 1, plan: 'scale' } as const
  const { secrets } = await world.operator.call('keys.seed', { body: seeds })
  const agents = await world.operator.call('keys.seed', { body: { ...seeds, accounts: 1, kind: 'lasting' } })
  const tool = agentWith(world.connection.mcpUrl, agents.secrets[0] ?? '')
  const made: Made[] = []
  const open = new Set<Promise<void>>()
  let sent = 0
  let isOver = false
  const call = async (kind: Kind, key: string, name: string): Promise<Made> => {
    if (kind === 'agent') {
      await tool('account_status')
      return { key, kind, result: 'ok' }
    }
    const rest = restClient(world.connection.baseUrl, key)
    const answer =
      kind === 'read'
        ? await rest('GET', '/projects')
        : await rest('POST', '/projects', { name, domain: `${name}.example` })
    const id = Object(answer.body.project).id
    return { key, kind, name, result: answer.status === 200 ? 'ok' : `${answer.status} ${answer.body.code}`, id }
  }
  const pace = (async () => {
    while (!isOver) {
      const turn = sent++
      const kind = turns[turn % turns.length] ?? 'read'
      const key = secrets[turn % secrets.length] ?? ''
      const name = `load-${turn}-${key
        .slice(-8)
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '0')}`
      const calling = call(kind, key, name)
        .catch((error: unknown): Made => ({ key, kind, name, result: textOf(error) }))
        .then((answer) => void made.push(answer))
        .finally(() => open.delete(calling))
      open.add(calling)
      await delay(1_000 / perSecond)
    }
  })()
  return {
    answered: () => made.filter(({ result }) => result === 'ok').length,
    async stop() {
      isOver = true
      await pace
      await Promise.all(open)
      return outcomeOf(world, made)
    },
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.message.slice(0, 60)
}

async function outcomeOf(world: World, made: readonly Made[]): Promise<LoadOutcome> {
  const failed = made.filter(({ result }) => result !== 'ok')
  const results = Map.groupBy(failed, ({ kind, result }) => `${kind} ${result}`)
  const acknowledged = made.flatMap(({ kind, result, id }) => (kind === 'write' && result === 'ok' && id ? [id] : []))
  const names = made.flatMap(({ kind, name }) => (kind === 'write' && name ? [name] : []))
  const gone = await world.rows(
    'projects',
    'SELECT id FROM unnest($1::text[]) AS made (id) WHERE NOT EXISTS (SELECT FROM site s WHERE s.id = made.id)',
    acknowledged,
  )
  const twice = await world.rows(
    'projects',
    'SELECT name FROM site WHERE name = ANY($1) GROUP BY name HAVING count(*) > 1',
    names,
  )
  const counts = await countsOf(world, made)
  return {
    calls: made.length,
    failed: failed.length,
    byResult: [...results].map(([result, { length }]) => `${result}: ${length}`).join(', '),
    lost: [...gone.map(({ id }) => `the site ${id}`), ...counts.lost],
    doubled: [...twice.map(({ name }) => `the site ${name}`), ...counts.doubled],
  }
}

/** Compares what each account was charged with its calls: at least those that were answered, at most those that were sent. */
async function countsOf({ rows }: World, made: readonly Made[]) {
  const found: { lost: string[]; doubled: string[] } = { lost: [], doubled: [] }
  for (const [key, calls] of Map.groupBy(
    made.filter(({ kind }) => kind !== 'agent'),
    (each) => each.key,
  )) {
    const hash = createHash('sha256').update(key).digest()
    const [day] = await rows(
      'gateway',
      `SELECT sum(d.charged - d.given_back)::int AS used, bool_and(d.charged - d.given_back <= d.day_limit) AS fits FROM allowance_day d
       JOIN api_key k ON k.account_id = d.account_id WHERE k.hash = $1`,
      hash,
    )
    const used = Number(day?.used ?? 0)
    const answered = calls.filter(({ result }) => result === 'ok').length
    if (used > calls.length) found.doubled.push(`${used} counted of ${calls.length} calls`)
    if (used < answered) found.lost.push(`${used} counted of ${answered} answered calls`)
    if (day?.fits === false) found.doubled.push('an allowance above its limit')
  }
  return found
}
