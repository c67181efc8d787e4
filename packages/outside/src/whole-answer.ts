import type { Dispatcher } from 'undici'

export type WholeAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
export type Asked = { url: URL; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null }

/**
 * Sends a request, waits for the whole answer until `signal` fires, and gives what `read` makes of it. undici's own `request` builds a
 * stream, and assigns a function to a property: V8 puts such a function into the old generation, so that each answer survives until
 * the next full collection. So does what an async function gets that has waited for long: `read` is called before, in the event.
 */
export function wholeAnswer<T>(
  dispatcher: Dispatcher,
  { url, ...asked }: Asked,
  signal: AbortSignal,
  read: (answer: WholeAnswer) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let head = { status: 0, headers: {} }
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, ...asked },
      {
        onRequestStart(controller) {
          const abort = () => controller.abort(signal.reason)
          if (signal.aborted) abort()
          else signal.addEventListener('abort', abort, { once: true })
        },
        onResponseStart(_controller, status, headers) {
          head = { status, headers }
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk)
        },
        onResponseEnd: () => resolve(read({ ...head, body: Buffer.concat(chunks) })),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}
