import type { Dispatcher } from 'undici'

/** An answer read to its end. */
export type WholeAnswer = {
  status: number
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Buffer
}
export type Asked = { url: URL; method: 'GET' | 'POST'; headers: Record<string, string>; body: string | null }

/**
 * Sends a request and reads the whole answer, until `signal` fires. undici's own `request` builds a stream, and assigns a function
 * to a property: V8 puts such a function into the old generation, so that each answer survives until the next full collection.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  { url, ...asked }: Asked,
  signal: AbortSignal,
): Promise<WholeAnswer> {
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
        onResponseEnd: () => resolve({ ...head, body: Buffer.concat(chunks) }),
        onResponseError: (_controller, error) => reject(error),
      },
    )
  })
}
