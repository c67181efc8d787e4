import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ServiceName } from '@rts/shared/contract/services'
import { hostileTexts } from '@rts/shared/testing/hostile-texts'
import type { Service } from '../../harness/system.ts'

/** Goes on until `isOver`. */
export type Attack = (service: Service, isOver: () => boolean) => Promise<unknown>
export type Post = { target: string; body: string }
/** Posts of an account or of a person on the dashboard's pages, at most so many in a run. */
export type Poster = {
  as: { service: ServiceName; account: string } | { person: string }
  posts: readonly Post[]
  max: number
}

/** As many as the gateway lets one key through in a minute. */
const maxOfKey = 30
/** From many networks: no key's minute limits them. */
const maxOfPerson = 300
const sample = 1_000

/** Posts JSON to a service, eight at a time, from a thread of its own. */
export function posting(as: Poster['as'], posts: readonly Post[]): Attack {
  const poster: Poster = { as, posts, max: 'person' in as ? maxOfPerson : maxOfKey }
  let thread: Worker | undefined
  return async ({ port }, isOver) => {
    thread ??= new Worker(new URL('./hostile-poster.ts', import.meta.url), { workerData: poster })
    thread.unref()
    const over = once(thread, 'message')
    thread.postMessage({ port })
    while (!isOver()) await delay(50)
    thread.postMessage('over')
    await over
  }
}

/** A post for each text that costs a careless rule more than its length: as long as `maxBytes` has room for. */
export function textsInFields(target: string, maxBytes: number, bodyOf: (text: string) => object): Post[] {
  return Object.values(hostileTexts).map((make) => {
    const written = (length: number) => JSON.stringify(bodyOf(make(length)))
    const bytesEach = Buffer.byteLength(written(sample)) / sample
    return { target, body: written(Math.floor(maxBytes / bytesEach)) }
  })
}
