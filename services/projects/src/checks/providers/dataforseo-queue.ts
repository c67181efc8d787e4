import { callProvider, readProvider } from '@rts/outside/call'
import { isSandbox } from '@rts/outside/config'
import { type DataForSeoTask, failureOfCode, meaningOf, readEnvelope } from '@rts/outside/dataforseo/envelope'
import { basicAuthorization, dataForSeo } from '@rts/outside/dataforseo/request'
import { type Failure, failed } from '@rts/shared/failure'
import type { SerpConfig } from '../config.ts'
import type { AdapterDeps } from './adapter.ts'
import { dataForSeoPrice, taskOf, withinMaxDepth } from './dataforseo.ts'
import { readTask } from './dataforseo-answer.ts'
import type { SerpQuery, SerpQueue, SubmittedTask } from './serp.ts'

const source = dataForSeo
const tasksPerRequest = 100

/** The highest price of a queued task, in USD. */
function queuedPrice(query: SerpQuery): number {
  return dataForSeoPrice(query, 0.0006)
}

type Submitted = SubmittedTask | Failure

function readSubmitted(task: DataForSeoTask | null | undefined): Submitted {
  if (!task) return failed(source, 'parse')
  const code = task.status_code
  const isTaken = code === 20000 || meaningOf(code, task.status_message ?? '') === 'pending'
  if (!isTaken) return failureOfCode(code, task.status_message ?? '')
  return task.id ? { ok: true, taskId: task.id, costUsd: task.cost ?? null } : failed(source, 'parse')
}

/** Matches answers to tasks by their tags; if all tags are missing, as when every task was refused, by their order. */
function matched(tags: string[], tasks: (DataForSeoTask | null)[]): Submitted[] {
  const tagged = new Map(tasks.flatMap((task) => (task?.data?.tag ? [[task.data.tag, task] as const] : [])))
  return tags.map((tag, index) => readSubmitted(tagged.size > 0 ? tagged.get(tag) : tasks[index]))
}

/** The state of a task; `isGone` if it was not found or its results have expired. */
function readCollected(body: unknown, query: SerpQuery) {
  const envelope = readEnvelope(body)
  if (!envelope.ok) return envelope
  const task = envelope.tasks[0]
  if (!task) return failed(source, 'parse')
  const isGone = task.status_code === 40401 || task.status_code === 40403
  return { ok: true as const, found: readTask(task, query), isGone, costUsd: task.cost ?? null }
}

/** DataForSEO's standard queue: a third of the live price, minutes of delay. Results are kept for 30 days. */
export function createDataForSeoQueue(config: SerpConfig, { http, clock }: AdapterDeps): SerpQueue {
  const address = `${config.DATAFORSEO_BASE_URL}/v3/serp/google/organic`
  const headers = basicAuthorization(config)

  async function submitSome(queries: SerpQuery[]): Promise<Submitted[]> {
    const tasks = queries.map((query, index) => taskOf(withinMaxDepth(query), config.DATAFORSEO_RESOLVE, String(index)))
    const json = tasks.filter((task) => task !== null)
    const refused = () => failed(source, 'unsupported')
    if (json.length === 0) return tasks.map(refused)
    const answer = await callProvider(http, { provider: source, url: `${address}/task_post`, headers, json })
    const envelope = answer.ok ? readEnvelope(answer.body) : answer
    const tags = tasks.flatMap((task, index) => (task === null ? [] : [String(index)]))
    const results = envelope.ok ? matched(tags, envelope.tasks) : tags.map(() => envelope)
    const byTag = new Map(tags.map((tag, index) => [tag, results[index]]))
    return tasks.map((_task, index) => byTag.get(String(index)) ?? refused())
  }

  return {
    source,
    priceUsd: queuedPrice,
    async submit(queries) {
      const submitted: Submitted[] = []
      for (let start = 0; start < queries.length; start += tasksPerRequest)
        submitted.push(...(await submitSome(queries.slice(start, start + tasksPerRequest))))
      return submitted
    },
    async collect(taskId, asked) {
      const query = withinMaxDepth(asked)
      const url = `${address}/task_get/advanced/${encodeURIComponent(taskId)}`
      const read = (body: unknown) => readCollected(body, query)
      const answer = await readProvider(http, { provider: source, url, headers, read })
      if (!answer.ok) return { state: 'waiting', failure: answer }
      const { found, isGone, costUsd } = answer
      if (found.state === 'waiting') return { state: 'waiting', failure: null }
      if (found.state === 'failed') return { state: isGone ? 'gone' : 'failed', failure: found.failure }
      const sandbox = isSandbox(config, config.DATAFORSEO_BASE_URL)
      const facts = { source, sandbox, fetchedAt: clock.now(), costUsd }
      return { state: 'ready', page: { ok: true, ...facts, value: found.results } }
    },
  }
}
