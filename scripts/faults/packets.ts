import { spawnSync } from 'node:child_process'
import { findProgram } from '@rts/local/nats-server'
import type { Fault } from './play.ts'

const lostPart = 0.2
const lossy: number[] = []

/** Of what reaches the broker and the outside a part is lost, as on a bad line. The database is on another one. */
export const packetFault: Fault = {
  name: `packets: ${lostPart * 100} % lost`,
  cannot() {
    if (process.getuid?.() !== 0) return 'rules of the network need root'
    return findProgram('iptables') ? null : 'not installed: iptables'
  },
  phase: 'called',
  own: (work) =>
    work({}).finally(() => {
      for (const port of lossy.splice(0)) change('-D', port)
    }),
  async around({ broker, connection }) {
    for (const port of [broker.port, Number(new URL(connection.sandboxUrl).port)]) {
      change('-A', port)
      lossy.push(port)
    }
    return async () => []
  },
}

function change(how: '-A' | '-D', port: number): void {
  const match = `INPUT -i lo -p tcp --dport ${port} -m statistic --mode random --probability ${lostPart} -j DROP`
  const { status, stderr } = spawnSync('iptables', [how, ...match.split(' ')], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`iptables ${how} ${match}: ${stderr}`)
}
