import { Buffer } from 'node:buffer'

/** An address is at most 2,048 ASCII characters. */
const maxBytes = 4_096

/** The page a thread is reading, in shared memory: a message per page is slow. */
export type Reading = ReturnType<typeof createReading>

export function createReading(memory = new SharedArrayBuffer(4 + maxBytes)) {
  const length = new Int32Array(memory, 0, 1)
  const text = Buffer.from(memory, 4)
  return {
    memory,
    begin: (url: string) => void Atomics.store(length, 0, text.write(url, 'latin1')),
    end: () => void Atomics.store(length, 0, 0),
    /** Null: none. */
    url: () => (Atomics.load(length, 0) === 0 ? null : text.toString('latin1', 0, Atomics.load(length, 0))),
  }
}
