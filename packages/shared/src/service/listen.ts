import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

const retryMs = 1_000
/** Otherwise a lost database looks like a quiet channel. */
const probeEveryMs = 10_000

/** Reopens lost and silent connections; the caller must poll for what was missed. */
export function listenTo(
  pool: Pool,
  channel: string,
  onNotify: (payload: string) => void,
  everyMs = probeEveryMs,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce(pool, `LISTEN ${channel}`, onNotify, { signal, everyMs }).catch(() => {})
      await delay(retryMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return listening
    },
  }
}

type Listening = { signal: AbortSignal; everyMs: number }

async function listenOnce(
  pool: Pool,
  listen: string,
  onNotify: (payload: string) => void,
  { signal, everyMs }: Listening,
) {
  const client = await pool.connect()
  const hear = ({ payload = '' }: { payload?: string | undefined }) => onNotify(payload)
  const probe = { text: 'SELECT 1', query_timeout: everyMs }
  let probing: NodeJS.Timeout | undefined
  try {
    const over = new Promise<void>((resolve) => {
      client.on('end', resolve).on('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
      probing = setInterval(() => void client.query(probe).catch(() => resolve()), everyMs)
    })
    client.on('notification', hear)
    if (signal.aborted) return
    await client.query(listen)
    await over
  } finally {
    clearInterval(probing)
    client.off('notification', hear)
    client.release(true)
  }
}
