/**
 * Runs work with a signal that fires after so many milliseconds, or when `outer` does; the wait ends then, whatever the work does:
 * undici checks a signal only once it has a connection. The timer is cleared, and nothing listens to the signal here: a timer or a
 * connection's last request would otherwise keep the fetched data in memory.
 */
export function withDeadline<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const ending = new AbortController()
    const end = (message: string, name: string) => {
      const reason = new DOMException(message, name)
      ending.abort(reason)
      reject(reason)
    }
    const timer = setTimeout(() => end('took too long', 'TimeoutError'), ms)
    const stop = () => end('is not waited for', 'AbortError')
    if (outer?.aborted) stop()
    outer?.addEventListener('abort', stop, { once: true })
    work(ending.signal)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer)
        outer?.removeEventListener('abort', stop)
      })
  })
}
