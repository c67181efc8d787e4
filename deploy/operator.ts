// The operator's command line for a system in containers: NATS_URL and CALLER_KEYS instead of a local data folder.
import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { commands } from '@rts/local/admin/commands'
import type { OperatorCall } from '@rts/local/system/operator'
import { commonVariables, readConfig } from '@rts/shared/config'
import { createCallerSigner } from '@rts/shared/service/caller-signature'
import { natsOptions } from '@rts/shared/service/nats-address'
import { createRpcClient } from '@rts/shared/service/rpc-client'
import { connect } from 'nats'
import { z } from 'zod'

const nobody = { accountId: '', plan: 'free', keyId: null, role: null, siteId: null } as const

/** `account create --email E` as its words and its options. */
function readCommand(): { words: string; given: Record<string, unknown> } {
  const args = process.argv.slice(2)
  const names = args.filter((word) => word.startsWith('--')).map((word) => word.slice(2).replace(/=.*/, ''))
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { positionals, values } = parseArgs({ args, options, allowPositionals: true })
  return { words: positionals.join(' '), given: values }
}

async function main(): Promise<unknown> {
  const { words, given } = readCommand()
  const command = Object.entries(commands).find(([name]) => name === words)?.[1]
  if (!command) throw new Error(`unknown command "${words}"; known: ${Object.keys(commands).join(', ')}`)
  const { NATS_URL, CALLER_KEYS } = commonVariables
  const config = readConfig(z.object({ NATS_URL, CALLER_KEYS }), process.env)
  const nats = await connect({ ...natsOptions(config.NATS_URL, 'operator'), timeout: 5_000, maxReconnectAttempts: 3 })
  const rpc = createRpcClient({ nats, sign: createCallerSigner('operator', config.CALLER_KEYS), timeoutMs: 60_000 })
  const call: OperatorCall = (name, input) =>
    rpc(name, input, { ...nobody, kind: 'operator', collect: 'deny', requestId: randomUUID() })
  return command.run(call, given).finally(() => nats.drain())
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error)
  return error instanceof Error ? error.message : String(error)
}

try {
  process.stdout.write(`${JSON.stringify(await main(), null, 2)}\n`)
} catch (error) {
  process.stderr.write(`${JSON.stringify({ error: messageOf(error) })}\n`)
  process.exitCode = 1
}
