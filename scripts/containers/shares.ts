import { metricOf, raw } from './engine.ts'
import { type Load, summaryOf } from './load.ts'

/** Twice as long as a gateway keeps a socket to one replica. */
const loadedMs = 60_000

/** Measures how even the traffic is: requests per gateway from the balancer's log, work per replica from its CPU time. */
export async function shares(
  load: Load,
  { balancer, replicas }: { balancer: string; replicas: Record<string, string[]> },
): Promise<string> {
  const since = new Date().toISOString()
  const cpu = () =>
    Promise.all(
      Object.values(replicas).map((all) => Promise.all(all.map((one) => metricOf(one, 'process_cpu_seconds_total')))),
    )
  const before = await cpu()
  const mark = load.mark()
  await new Promise((resolve) => setTimeout(resolve, loadedMs))
  const outcome = await load.since(mark)
  const after = await cpu()
  const log = (await raw('docker', ['logs', '--since', since, balancer])).stdout.toString()
  const counts = new Map<string, number>()
  for (const [, gateway = ''] of log.matchAll(/"status":200,.*"gateway":"([\d.]+)"/g))
    counts.set(gateway, (counts.get(gateway) ?? 0) + 1)
  const gateways = [...counts.values()]
  const work = Object.keys(replicas).map((service, i) => {
    const spent = (after[i] ?? []).map((seconds, j) => seconds - (before[i]?.[j] ?? 0))
    return { service, spent }
  })
  const line = `gateways ${gateways.join(' / ')} requests; ${work.map(({ service, spent }) => `${service} ${spent.map((s) => s.toFixed(2)).join(' / ')} s of CPU`).join('; ')}; ${summaryOf(outcome)}`
  const isEven = (parts: number[]) => parts.length > 0 && Math.min(...parts) > Math.max(...parts) / 3
  if (outcome.failed > 0 || !isEven(gateways) || !work.every(({ spent }) => isEven(spent))) throw new Error(line)
  return line
}
