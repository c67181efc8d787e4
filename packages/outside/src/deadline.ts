/** The wait ends with the signal. Nothing listens afterwards: that would keep fetched data in memory. */
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
