import type { ServerResponse } from 'node:http'

/** Aborted when the connection closes before the answer has been written. */
export function closeSignal(res: ServerResponse): AbortSignal {
  const leaving = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) leaving.abort()
  })
  return leaving.signal
}
