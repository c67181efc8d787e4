import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import type { Capability } from '../capability.ts'
import type { ProviderHttp } from '../http.ts'

/** As the product's adapter read it; `rows` is null where nothing is countable. */
export type Probed = { ok: true; costUsd: number | null; sandbox: boolean; rows: number | null } | Failure

export type Probe = {
  provider: string
  capability: string
  isSet: boolean
  asks: string
  heldUsd: number
  mayLack: readonly string[]
  ask(http: ProviderHttp, signal: AbortSignal): Promise<Probed>
}

type Question<Q, R> = Pick<Probe, 'provider' | 'capability' | 'isSet' | 'asks'> & {
  mayLack?: readonly string[]
  create(http: ProviderHttp): Capability<Q, R>
  query: Q
  rowsOf(value: R): number
  /** The failure of a good key without data. */
  expects?: FailureKind
}

const noHttp: ProviderHttp = { send: async () => ({ state: 'failed', status: null, kind: 'upstream' }) }

export function probeOf<Q, R>({ create, query, rowsOf, expects, mayLack = [], ...probe }: Question<Q, R>): Probe {
  return {
    ...probe,
    mayLack,
    heldUsd: create(noHttp).priceUsd(query),
    async ask(http, signal) {
      const answer = await create(http)
        .ask(query, signal)
        .catch(() => failed(probe.provider, 'parse'))
      if (answer.ok) return { ...answer, rows: rowsOf(answer.value) }
      return answer.kind === expects ? { ok: true, costUsd: answer.costUsd, sandbox: false, rows: null } : answer
    },
  }
}
