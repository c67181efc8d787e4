import { demoTopics } from '@rts/sandbox/world/demo'
import type { OperationInput } from '@rts/shared/contract/operation'
import { type OperationName, type Operations, operationOf } from '@rts/shared/contract/table'
import { AppError, type ErrorCode } from '@rts/shared/errors'
import type { Connection, DataFolder, KeptDemo } from './data-folder.ts'
import type { Operator, OperatorCall } from './operator.ts'

type Ask = { name: OperationName; run(call: OperatorCall, siteId: string): Promise<unknown> }
type Deps = { operator: Operator; data: DataFolder; connection: Connection; say(line: string): void }

const [topic] = demoTopics
// About phrases that the demo site ranks for: some answers mention it.
const prompts = ['pour over coffee', 'decaf coffee', 'travel mug'].map((each) => `What is the best ${each}?`)

/** One question of each kind, for a newcomer. Nothing waits for their work. */
const asks: readonly Ask[] = [
  ask('research.get', () => ({ query: { q: topic } })),
  ask('planner.list', (id) => ({ params: { id }, query: {} })),
  ask('gap.list', (id) => ({ params: { id }, query: {} })),
  ask('traffic.list', (id) => ({ params: { id } })),
  ask('backlinks.list', (id) => ({ params: { id }, query: {} })),
  ask('prompts.create', (id) => ({ params: { id }, body: { prompts } })),
  ask('issues.list', (id) => ({ params: { id }, query: {} })),
  ask('ideas.list', (id) => ({ params: { id }, query: {} })),
  ask('plans.create', (id) => ({ params: { id }, body: { q: topic, publishOn: nextMonth(new Date()) } })),
  ask('articles.create', (id) => ({ params: { id }, body: { keyword: topic } })),
]

/** Another plan, or a deleted site: no later try helps. */
const settled: readonly ErrorCode[] = ['plan_required', 'plan_limit_reached', 'not_found']

/** Gives the demo account its site, once, and asks about it what is built and has not been asked yet. */
export async function fillDemo({ operator, data, connection, say }: Deps): Promise<void> {
  const { accountId } = connection
  const { accounts } = await operator.call('accounts.list', {})
  const call = operator.asAccount(accountId, accounts.find(({ id }) => id === accountId)?.plan ?? 'growth')
  let kept = data.readDemo() ?? (await seedDemo(operator, call, accountId))
  data.writeDemo(kept)
  data.writeConnection({ ...connection, demoProjectId: kept.projectId })
  for (const { name, run } of asks) {
    if (kept.asked.includes(name) || operationOf(name).planned) continue
    const failure = await failureOf(run(call, kept.projectId))
    if (failure === null) kept = { ...kept, asked: [...kept.asked, name] }
    else say(`${name} was not asked about the demo site (${failure}); the next start tries again`)
    data.writeDemo(kept)
  }
}

async function seedDemo(operator: Operator, call: OperatorCall, accountId: string): Promise<KeptDemo> {
  // A signed call tells the service of the account before the fact of its creation arrives.
  await call('sites.list', { query: {} })
  const { project } = await operator.call('demo.seed', { body: { accountId } })
  return { projectId: project.id, asked: [] }
}

function ask<N extends OperationName>(name: N, inputOf: (siteId: string) => OperationInput<Operations[N]>): Ask {
  return { name, run: (call, siteId) => call(name, inputOf(siteId)) }
}

async function failureOf(answer: Promise<unknown>): Promise<string | null> {
  try {
    await answer
    return null
  } catch (error) {
    if (error instanceof AppError && settled.includes(error.code)) return null
    return error instanceof Error ? error.message : String(error)
  }
}

export function nextMonth(now: Date): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 7)
}
