import { metricOf, raw } from './engine.ts'
import { type Load, summaryOf } from './load.ts'

/** A gateway's socket leads to one replica, drawn by lot, for half a minute: within one look a replica can be unlucky. */
const lookMs = 60_000
const looks = 4

type Seen = { balancer: string; gateways: number; replicas: Record<string, string[]> }

/** Waits until the traffic is even: requests per gateway from the balancer's log, work per replica from its CPU time. */
export async function shares(load: Load, { balancer, gateways, replicas }: Seen): Promise<string> {
  const since = new Date().toISOString()
  const before = await cpuOf(replicas)
  const mark = load.mark()
  for (let look = 1; ; look++) {
    await new Promise((resolve) => setTimeout(resolve, lookMs))
    const outcome = await load.since(mark)
    const after = await cpuOf(replicas)
    const requests = await requestsPerGateway(balancer, since)
    const work = Object.keys(replicas).map((service, i) => {
      const spent = (after[i] ?? []).map((seconds, j) => seconds - (before[i]?.[j] ?? 0))
      return { service, spent }
    })
    const line = `gateways ${requests.join(' / ')} requests; ${work.map(({ service, spent }) => `${service} ${spent.map((s) => s.toFixed(2)).join(' / ')} s of CPU`).join('; ')}; ${summaryOf(outcome)}`
    const allEven = requests.length === gateways && isEven(requests) && work.every(({ spent }) => isEven(spent))
    if (outcome.failed > 0 || (look === looks && !allEven)) throw new Error(line)
    if (allEven) return line
  }
}

function cpuOf(replicas: Seen['replicas']): Promise<number[][]> {
  return Promise.all(
    Object.values(replicas).map((all) => Promise.all(all.map((one) => metricOf(one, 'process_cpu_seconds_total')))),
  )
}

async function requestsPerGateway(balancer: string, since: string): Promise<number[]> {
  const log = (await raw('docker', ['logs', '--since', since, balancer])).stdout.toString()
  const counts = new Map<string, number>()
  for (const [, gateway = ''] of log.matchAll(/"status":200,.*"gateway":"([\d.]+)"/g))
    counts.set(gateway, (counts.get(gateway) ?? 0) + 1)
  return [...counts.values()]
}

const isEven = (parts: number[]): boolean => parts.length > 0 && Math.min(...parts) > Math.max(...parts) / 3
