import { type Api, type Clock, createClient } from '../../client/src/client.ts'
import type { Settings } from './settings.ts'
import type { World } from './world.ts'

/** A wait of a second is not worth a line. */
const silentMs = 2_000

/** A client that says why it waits, when it does. */
export function connect({ stderr }: World, { url, key }: Settings): Api {
  const clock: Clock = {
    now: () => Date.now(),
    sleep: (ms) => {
      if (ms > silentMs) stderr.write(`The service wants to be asked again in ${Math.ceil(ms / 1_000)} s; waiting.\n`)
      return new Promise((resolve) => setTimeout(resolve, ms))
    },
  }
  return createClient({ baseUrl: url, key, clock })
}
