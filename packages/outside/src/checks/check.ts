import type { Failure, FailureKind } from '@rts/shared/failure'
import { createProviderHttp, type ProviderHttp, rowsBytes } from '../http.ts'
import type { LinkDeps } from '../link.ts'
import { foreignParts, localeOf } from './locale.ts'
import type { Probe, Probed } from './probe.ts'
import { createTape, recordingOf, secretsOf, type Tape } from './recording.ts'

type Asked = {
  signal: AbortSignal
  record: boolean
  buy(priceUsd: number, ask: () => Promise<Probed>): Promise<Probed>
}

/** Longer than most providers' limits, shorter than the operator waits. */
const timeoutMs = 50_000

const meanings: Record<FailureKind, string> = {
  auth: 'the key is refused',
  quota: 'its quota or balance is used up',
  rate: 'it was asked too often',
  bad_request: 'it refuses the question',
  unsupported: 'it does not offer this',
  upstream: 'it failed',
  timeout: 'it did not answer in time',
  parse: 'its answer cannot be read',
  suspect: 'its answer is empty without saying so',
  respelled: 'it answers for another spelling',
  storage: 'its answer cannot be stored',
  budget: 'the day’s budget has no room for it',
  no_provider: 'it is not set up',
}

/** Secrets of `config` stay out of recordings. */
export function questionsOf(probes: readonly Probe[], config: object, deps: LinkDeps) {
  const http = createProviderHttp({ timeoutMs, maxBytes: rowsBytes, ...deps })
  const secrets = secretsOf(config)
  return probes.map((probe) => ({
    ...probe,
    run: async ({ record, ...asked }: Asked) => {
      const { exchanges, ...check } = await checkProvider(probe, http, asked)
      return { ...check, exchanges: record ? exchanges.map((each) => recordingOf(each, secrets)) : [] }
    },
  }))
}

async function checkProvider(probe: Probe, http: ProviderHttp, { signal, buy }: Omit<Asked, 'record'>) {
  const tape = createTape(http)
  const started = performance.now()
  const probed = await buy(probe.heldUsd, () => probe.ask(tape.http, signal))
  const ms = Math.round(performance.now() - started)
  const last = tape.exchanges.at(-1)
  const { provider, capability, isSet, asks, heldUsd } = probe
  return {
    provider,
    capability,
    isSet,
    asks,
    heldUsd,
    ms,
    problems: problemsOf(probe, probed, tape),
    sandbox: probed.ok ? probed.sandbox : null,
    status: last?.status ?? null,
    chargedUsd: probed.costUsd,
    locale: localeOf(last?.body),
    fields: tape.fields.found(),
    missing: missingOf(probe, tape),
    exchanges: tape.exchanges,
  }
}

function missingOf({ mayLack }: Probe, { fields }: Tape): string[] {
  return fields.missing().filter((path) => !mayLack.includes(path))
}

function problemsOf(probe: Probe, probed: Probed, tape: Tape): string[] {
  const last = tape.exchanges.at(-1)
  const isDear = probed.ok && (probed.costUsd ?? 0) > probe.heldUsd + 1e-9
  return [
    ...(probed.ok ? [] : [meaningOf(probed, last?.status)]),
    ...(probed.ok && probed.rows === 0 ? ['the answer has no rows'] : []),
    ...missingOf(probe, tape).map((path) => `the field ${path} is missing`),
    ...foreignParts(localeOf(last?.body)).map((part) => `it answered for another place: ${part}`),
    ...(isDear ? [`it charged ${probed.costUsd} USD, and we hold ${probe.heldUsd}`] : []),
  ]
}

/** Where the adapter only failed, HTTP may show a refused key. */
function meaningOf({ kind }: Failure, status: number | undefined): string {
  const isRefused = kind === 'upstream' && (status === 401 || status === 403)
  return meanings[isRefused ? 'auth' : kind]
}
