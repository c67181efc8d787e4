import http from 'node:http'
import { questions, resultOf } from './questions.ts'

export type Keys = { server: string[]; agent: string[] }
export type Load = {
  /** The present moment, to count from. */
  mark(): Mark
  /** The outcome of the requests since a moment, once all of them are answered. */
  since(mark: Mark): Promise<Outcome>
  stop(): void
}
type Mark = { at: number }
type Answer = { at: number; door: 'rest' | 'mcp'; result: number | string; ms: number }
export type Outcome = {
  asked: number
  failed: number
  byResult: Record<string, number>
  slowestMs: number
  downSeconds: number
}

const everyMs = 50
const deadlineMs = 60_000

/** Sends twenty requests a second to the public port, one in ten an agent's, each key below its 30 a minute. */
export function startLoad(base: string, keys: Keys): Load {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  const answers: Answer[] = []
  let open = new Set<number>()
  let sent = 0
  const timer = setInterval(() => {
    const at = Date.now()
    const turn = sent++
    const door = turn % 10 === 0 ? 'mcp' : 'rest'
    open.add(turn)
    ask({ base, agent, door, key: keyOf(keys, door, turn) }).then((result) => {
      open.delete(turn)
      answers.push({ at, door, result, ms: Date.now() - at })
    })
  }, everyMs)
  return {
    mark: () => ({ at: Date.now() }),
    since: async ({ at }) => {
      const until = Date.now()
      const waiting = new Set(open)
      while ([...waiting].some((turn) => open.has(turn))) await new Promise((resolve) => setTimeout(resolve, 50))
      return outcomeOf(answers.filter((answer) => answer.at >= at && answer.at <= until))
    },
    stop: () => {
      clearInterval(timer)
      open = new Set()
      agent.destroy()
    },
  }
}

function keyOf(keys: Keys, door: 'rest' | 'mcp', turn: number): string {
  const list = door === 'mcp' ? keys.agent : keys.server
  return list[(door === 'mcp' ? turn / 10 : turn) % list.length] ?? ''
}

function ask({
  base,
  agent,
  door,
  key,
}: {
  base: string
  agent: http.Agent
  door: 'rest' | 'mcp'
  key: string
}): Promise<number | string> {
  const question = questions[door]
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  return new Promise((resolve) => {
    const request = http.request(
      `${base}${question.path}`,
      { agent, headers, method: question.method, timeout: deadlineMs },
      async (answer) => {
        let text = ''
        try {
          for await (const part of answer) text += part
        } catch {
          return resolve('broken off')
        }
        resolve(resultOf(question, answer.statusCode ?? 0, text))
      },
    )
    request.once('timeout', () => request.destroy(new Error('silent')))
    request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    request.end(question.body)
  })
}

function outcomeOf(answers: Answer[]): Outcome {
  const failures = answers.filter(({ result }) => result !== 200)
  const byResult: Record<string, number> = {}
  for (const { door, result } of answers) byResult[`${door} ${result}`] = (byResult[`${door} ${result}`] ?? 0) + 1
  const times = failures.map(({ at }) => at)
  return {
    asked: answers.length,
    failed: failures.length,
    byResult,
    slowestMs: Math.max(0, ...answers.map(({ ms }) => ms)),
    downSeconds: failures.length === 0 ? 0 : (Math.max(...times) - Math.min(...times)) / 1_000,
  }
}

/** An outcome as a cell of the table. */
export function summaryOf({ asked, failed, byResult, slowestMs, downSeconds }: Outcome): string {
  const bad = Object.entries(byResult).filter(([result]) => !result.endsWith(' 200'))
  const what =
    failed === 0
      ? ''
      : ` (${bad.map(([result, count]) => `${result}: ${count}`).join(', ')}; over ${downSeconds.toFixed(1)} s)`
  return `${failed} of ${asked} failed${what}, slowest ${slowestMs} ms`
}
