import { type Api, type Clock, createClient } from '../../client/src/client.ts'
import type { Settings } from './settings.ts'
import type { World } from './world.ts'

/** A wait of a second is not worth a line. */
const silentMs = 2_000

export function connect({ stderr, clock }: World, { url, key }: Settings): Api {
  const telling: Clock = {
    now: clock.now,
    sleep: (ms, signal) => {
      if (ms > silentMs) stderr.write(`Not answered yet; asking again in ${Math.ceil(ms / 1_000)} s.\n`)
      return clock.sleep(ms, signal)
    },
  }
  return createClient({ baseUrl: url, key, clock: telling })
}
