import { randomUUID } from 'node:crypto'
import { callerHeader, signatureHeader } from '@rts/shared/contract/caller'
import type { ConsumerName } from '@rts/shared/contract/events'
import { signerOf } from '@rts/shared/testing/secrets'
import { headers as natsHeaders } from 'nats'
import { callerOf, type World } from './world.ts'

export type ToldFact = { aggregate: string; version: number; type: string; state: Record<string, unknown> }

/** Delivers a fact as the gateway's relay does; answers the consumer's reply. */
export async function tell(
  world: Pick<World, 'parts' | 'now'>,
  consumer: ConsumerName,
  fact: ToldFact,
): Promise<string> {
  const subject = `fact.${consumer}`
  const body = Buffer.from(JSON.stringify({ id: randomUUID(), ...fact }))
  const sign = signerOf('gateway')
  const claims = {
    ...callerOf({ kind: 'system', accountId: '' }),
    aud: 'projects',
    iat: world.now().getTime(),
  } as const
  const signed = sign(claims, { method: 'NATS', target: subject, body })
  const headers = natsHeaders()
  headers.set(callerHeader, signed.caller)
  headers.set(signatureHeader, signed.signature)
  return (await world.parts.nats.request(subject, body, { timeout: 60_000, headers })).string()
}
