/**
 * Runs work with a signal that fires after so many milliseconds, or when `outer` does; the wait ends then, whatever the work does.
 * The timer is cleared: `AbortSignal.timeout` would keep the fetched data in memory until its time is over.
 */
export async function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(new DOMException('took too long', 'TimeoutError')), ms)
  const stop = () => ending.abort(new DOMException('is not waited for', 'AbortError'))
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  try {
    return await unlessAborted(ending.signal, work(ending.signal))
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}

/** undici checks a signal only once it has a connection: DNS look-ups and waiting for a connection must end too. */
function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}
