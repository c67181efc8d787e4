import type { GuardedFetcher } from '@rts/outside/guarded/fetcher'
import type { Clock } from '@rts/shared/clock'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { EndpointKind } from '@rts/shared/contract/rows/webhook'
import { messageOf } from './providers/messages.ts'
import { signedHeaders } from './rules/signature.ts'
import { type Answer, answerOf, noAnswer } from './rules/tries.ts'
import type { Opened } from './vault.ts'

/** An event to send; `body` is what a webhook gets. */
export type Outgoing = { id: string; body: string }
type To = { kind: EndpointKind; language: ReaderLanguage }
export type Sender = ReturnType<typeof createSender>
type SenderDeps = {
  fetcher: Pick<GuardedFetcher, 'post'>
  /** The path that comes before those of a host. */
  prefixOf(host: string): string
  clock: Clock
}

const json = { 'content-type': 'application/json', 'accept-encoding': 'identity' }
/** An answer is read so far. */
const answerBytes = 2_048

/** Sends one event to one endpoint, once. It never throws. */
export function createSender({ fetcher, prefixOf, clock }: SenderDeps) {
  return async (to: To, opened: Opened, event: Outgoing, signal?: AbortSignal): Promise<Answer> => {
    const started = performance.now()
    const posted = postedTo(to, opened, event, clock.now())
    const options = { truncate: true, maxBytes: answerBytes, ...(signal && { signal }) }
    const fetched = await fetcher.post(addressOf(opened.url, prefixOf), posted, options)
    const ms = Math.round(performance.now() - started)
    if (!fetched.ok) return noAnswer(fetched.kind, ms)
    const { status, headers } = fetched
    return answerOf(to.kind, { status, headers, body: Buffer.from(fetched.body).toString() }, ms, clock.now())
  }
}

function postedTo({ kind, language }: To, { secrets }: Opened, event: Outgoing, now: Date) {
  if (kind === 'webhook') return { headers: { ...json, ...signedHeaders(event, secrets, now) }, body: event.body }
  return { headers: json, body: JSON.stringify(messageOf(kind, event.body, language)) }
}

function addressOf(address: string, prefixOf: SenderDeps['prefixOf']): string {
  const url = new URL(address)
  url.pathname = prefixOf(url.hostname) + url.pathname
  return url.href
}
