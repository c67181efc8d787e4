import { round } from '../harness/measure.ts'
import { printTable } from '../harness/report.ts'
import { withParts } from '../harness/system.ts'
import { inTurns, mediansByName, rowsOf } from './lib/contenders.ts'
import { bareProxy, ourGateway, usualGateway } from './lib/proxies.ts'

const plan = { rounds: 5, connections: 32, seconds: 4, warmUpSeconds: 12 }

/**
 * The cost of one proxied request in the proxy's process, against a plain proxy of the same libraries and the gateway that a team
 * would write itself. `cpuWithDatabase` is the latter's cost as a multiple of ours.
 */
export function run(): Promise<object> {
  return withParts(async (parts) => {
    const upstream = await parts.server('bench/peers/upstream.ts')
    const target = `http://127.0.0.1:${upstream.port}`
    const gateway = await ourGateway(parts, target)
    const bare = await bareProxy(parts, target)
    const usual = await usualGateway(parts, target, gateway)
    const paced = { ...bare, name: 'bare at our rate', asOftenAs: gateway.name }
    const samples = await inTurns(parts, [bare, gateway, usual, paced], plan)
    const rows = rowsOf(samples)
    printTable(rows)
    const middle = mediansByName(samples)
    const whole = (name: string) => middle(name, 'proxy') + middle(name, 'database')
    return {
      ratio: round(middle(paced.name, 'proxy') / middle(gateway.name, 'proxy'), 3),
      fullSpeedRatio: round(middle(bare.name, 'proxy') / middle(gateway.name, 'proxy'), 3),
      usual: { cpuWithDatabase: round(whole(usual.name) / whole(gateway.name), 2) },
      rows,
      ...plan,
    }
  })
}
