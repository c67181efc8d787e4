import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { standingClock } from '@rts/outside/testing/setting'
import { startSandbox } from '@rts/sandbox/start'
import { createLogger } from '@rts/shared/logger'
import type { Unreadable } from '../../src/billing/providers/provider.ts'
import { createProviders } from '../../src/billing/providers/providers.ts'

export type Notice = { provider: string; headers: IncomingHttpHeaders; body: Buffer }
export type Desk = Awaited<ReturnType<typeof startDesk>>
type Deal = { do: string; method?: string; amount?: number; notices?: string; page?: number }
type Rules = {
  inactive?: string[]
  longestMinutes?: number | null
  paymentsNameOrder?: boolean
  refunds?: string
  signatureSecret?: string
}

/** The adapters of all payment providers, at providers that the sandbox plays; the test moves the clock and reads the notices. */
export async function startDesk(start: Date, timeoutMs = 2_000) {
  let now = start
  const clock = { ...standingClock(), now: () => now }
  const sandbox = await startSandbox({ clock: clock.now })
  const notices: Notice[] = []
  const hears = createServer(async (req, res) => {
    const body = Buffer.concat(await Array.fromAsync(req))
    notices.push({ provider: req.url?.split('/').at(-1) ?? '', headers: req.headers, body })
    res.end()
  })
  hears.listen(0, '127.0.0.1')
  await once(hears, 'listening')
  const shopUrl = `http://127.0.0.1:${Object(hears.address()).port}`
  const unread: Parameters<Unreadable>[0][] = []
  const logger = createLogger('dashboard', 'silent')
  const config = {
    PAYMENT_TIMEOUT_MS: timeoutMs,
    MIDTRANS_SERVER_KEY: 'sandbox',
    MIDTRANS_SIGNATURE_SECRET: 'a-second-secret',
    MIDTRANS_SNAP_URL: `${sandbox.url}/midtrans`,
    MIDTRANS_API_URL: `${sandbox.url}/midtrans`,
    XENDIT_SECRET_KEY: 'sandbox',
    XENDIT_CALLBACK_TOKEN: 'sandbox',
    XENDIT_BASE_URL: `${sandbox.url}/xendit`,
  }
  const { midtrans, xendit } = createProviders(config, { clock, logger, unreadable: (answer) => unread.push(answer) })
  if (!midtrans || !xendit) throw new Error('both providers have their keys')
  const control = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(`${sandbox.url}/control/${path}`, { method, ...sent })
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
    const answer: any = await reply.json()
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
  return {
    providers: { midtrans, xendit },
    clock,
    logger,
    shopUrl,
    /** The notices that came and were not read yet. */
    notices: () => notices.splice(0),
    /** The answers that could not be read. */
    unread: () => unread.splice(0),
    later: (minutes: number) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
    deal: (orderId: string, deal: Deal) => control('payments', { orderId, notices: 'never', ...deal }),
    pagesOf: async (orderId: string) => (await control(`payments?orderId=${orderId}`)).pages,
    rules: (rules: Rules) => control('payments/rules', rules, 'PUT'),
    fail: (provider: string, mode: string, which: { times?: number; every?: number; path?: string } = { times: 1 }) =>
      control('fail', { provider, mode, ...which }),
    /** Ends a fault that is still set. */
    unfail: (provider: string) => control('fail', { provider, mode: 'slow', path: 'none of its paths' }),
    callsOf: async (provider: string) => (await control(`calls?provider=${provider}`)).calls,
    reset: () => control('reset', {}),
    async stop() {
      hears.close()
      await sandbox.close()
    },
  }
}
