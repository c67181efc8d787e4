import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'

const retryMs = 1_000

/** Calls back at each notification on a channel. A lost connection is opened again; what came between is for the caller's polling. */
export function listenTo(pool: Pool, channel: string, onNotify: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const listening = (async () => {
    while (!signal.aborted) {
      await listenOnce(pool, channel, onNotify, signal).catch(() => {})
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

/** Resolves when the connection is lost or listening is over. */
async function listenOnce(pool: Pool, channel: string, onNotify: () => void, signal: AbortSignal): Promise<void> {
  const client = await pool.connect()
  try {
    const over = new Promise<void>((resolve) => {
      client.on('end', resolve).on('error', () => resolve())
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
    client.on('notification', onNotify)
    if (signal.aborted) return
    await client.query(`LISTEN ${channel}`)
    await over
  } finally {
    client.off('notification', onNotify)
    client.release(true)
  }
}
