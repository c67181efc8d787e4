import { type Exchange, exchangeRow } from '@rts/shared/contract/rows/provider-check'
import { z } from 'zod'

/** Body of `PUT /control/recorded`: a file of `providers check --record`. */
export const recordingInput = z.strictObject({ exchanges: z.array(exchangeRow).max(1_000) })

export type Recordings = {
  set(exchanges: readonly Exchange[]): void
  find(provider: string, method: string, path: string): Exchange | undefined
}

export function createRecordings(): Recordings {
  let kept: readonly Exchange[] = []
  return {
    set: (exchanges) => {
      kept = exchanges
    },
    find: (provider, method, path) =>
      kept.find((each) => each.provider === provider && each.method === method && endsAs(each.path, path)),
  }
}

/** Recorded paths begin with the real API's own. `*` is a secret. */
function endsAs(recorded: string, path: string): boolean {
  const asked = path.split('/').filter(Boolean)
  const ending = recorded.split('/').filter(Boolean).slice(-asked.length)
  return ending.length === asked.length && ending.every((part, i) => isLike(part, asked[i] ?? ''))
}

function isLike(part: string, asked: string): boolean {
  const [before = '', after] = part.split('*')
  return after === undefined ? part === asked : asked.startsWith(before) && asked.endsWith(after)
}
