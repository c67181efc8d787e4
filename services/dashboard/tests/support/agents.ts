import { randomUUID } from 'node:crypto'
import { natsOptions } from '@rts/shared/service/broker'
import { createRpcClient, type RpcCaller, systemCaller } from '@rts/shared/service/rpc-client'
import { signerOf } from '@rts/shared/testing/secrets'
import { connect } from 'nats'

export type Agents = Awaited<ReturnType<typeof connectAgents>>

/** Agents that register and ask people to keep their site, as mcp calls for them. */
export async function connectAgents({ natsUrl }: { natsUrl: string }) {
  const nats = await connect(natsOptions(natsUrl, 'mcp'))
  const call = createRpcClient({ nats, sign: signerOf('mcp') })
  return {
    /** A guest with a link. */
    async register(reason?: string) {
      const network = { hash: randomUUID(), area: null, from: '203.0.113.0/24' }
      const order = { body: { network, agentName: 'Probe' } }
      const { guest } = await call('guests.register', order, systemCaller())
      const { accountId } = guest
      const caller: RpcCaller = { ...systemCaller(accountId, 'guest'), kind: 'guest', keyId: 'k' }
      const ask = () => call('guestLinks.create', { body: { reason } }, caller)
      const { url } = await ask()
      return {
        id: guest.id,
        accountId,
        expiresAt: guest.expiresAt,
        url,
        token: url.slice(-43),
        /** Tracks a website with a phrase; answers the site's id. */
        async track(domain = 'example.com'): Promise<string> {
          const { project } = await call('sites.create', { body: { name: 'Tea', domain } }, caller)
          await call('keywords.create', { params: { id: project.id }, body: { keyword: 'tea' } }, caller)
          return project.id
        },
        askAgain: async () => (await ask()).url.slice(-43),
      }
    },
    close: () => nats.close(),
  }
}
