import { type AdapterDeps, callProvider } from './adapter.ts'
import { isSandbox, type SerpConfig } from './config.ts'
import { type DataForSeoTask, failureOfCode, kindOfCode, readEnvelope, readTask } from './dataforseo-answer.ts'
import { basicAuthorization, dataForSeoPrice, taskOf, withinMaxDepth } from './dataforseo-request.ts'
import { type SerpFailure, type SerpQuery, type SerpQueue, type SubmittedTask, serpFailure } from './serp.ts'

const source = 'dataforseo'
const tasksPerRequest = 100

/** What a task of the queue costs at most, in USD. */
function queuedPrice(query: SerpQuery): number {
  return dataForSeoPrice(query, 0.0006)
}

type Submitted = SubmittedTask | SerpFailure

function readSubmitted(task: DataForSeoTask | null | undefined): Submitted {
  if (!task) return serpFailure(source, 'parse')
  const code = task.status_code
  const isTaken = code === 20000 || kindOfCode(code, task.status_message ?? '') === 'pending'
  if (!isTaken) return failureOfCode(code, task.status_message ?? '')
  return task.id ? { ok: true, taskId: task.id, costUsd: task.cost ?? null } : serpFailure(source, 'parse')
}

/** Answers by the tag that was sent with each task; tasks that were refused whole may lack it and are then read by their order. */
function matched(tags: string[], tasks: (DataForSeoTask | null)[]): Submitted[] {
  const tagged = new Map(tasks.flatMap((task) => (task?.data?.tag ? [[task.data.tag, task] as const] : [])))
  return tags.map((tag, index) => readSubmitted(tagged.size > 0 ? tagged.get(tag) : tasks[index]))
}

/** Not found, or its results have expired. */
function isGone({ status_code }: DataForSeoTask): boolean {
  return status_code === 40401 || status_code === 40403
}

/** DataForSEO's standard queue: a third of the live price, minutes of delay. Results keep for 30 days. */
export function createDataForSeoQueue(config: SerpConfig, { http, clock }: AdapterDeps): SerpQueue {
  const address = `${config.DATAFORSEO_BASE_URL}/v3/serp/google/organic`
  const headers = basicAuthorization(config)

  async function submitSome(queries: SerpQuery[]): Promise<Submitted[]> {
    const tasks = queries.map((query, index) => taskOf(withinMaxDepth(query), String(index)))
    const json = tasks.filter((task) => task !== null)
    const refused = () => serpFailure(source, 'bad_request')
    if (json.length === 0) return tasks.map(refused)
    const answer = await callProvider(http, { provider: source, url: `${address}/task_post`, headers, json })
    const envelope = answer.ok ? readEnvelope(answer.body) : answer
    const tags = tasks.flatMap((task, index) => (task === null ? [] : [String(index)]))
    const results = envelope.ok ? matched(tags, envelope.tasks) : tags.map(() => envelope)
    const byTag = new Map(tags.map((tag, index) => [tag, results[index]]))
    return tasks.map((_task, index) => byTag.get(String(index)) ?? refused())
  }

  return {
    name: source,
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
      const answer = await callProvider(http, { provider: source, url, headers })
      const envelope = answer.ok ? readEnvelope(answer.body) : answer
      if (!envelope.ok) return { ...envelope, task: 'waits' }
      const task = envelope.tasks[0]
      if (!task) return { ...serpFailure(source, 'parse'), task: 'waits' }
      const page = readTask(task, query)
      if (!page.ok) return { ...page, task: isGone(task) ? 'gone' : 'ended' }
      if (page.ok === 'pending') return page
      const facts = {
        source,
        sandbox: isSandbox(config, config.DATAFORSEO_BASE_URL),
        fetchedAt: clock.now(),
        depth: query.depth,
      }
      return { ...page, ...facts, costUsd: task?.cost ?? null }
    },
  }
}
