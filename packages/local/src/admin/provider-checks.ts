import { writeFileSync } from 'node:fs'
import { type ProviderService, providerServices } from '@rts/shared/contract/operations/provider-checks'
import type { ProviderArea, ProviderCheck } from '@rts/shared/contract/rows/provider-check'
import { AppError } from '@rts/shared/errors'
import type { Operator } from '../system/operator.ts'

type Options = { provider?: string | undefined; record?: string | undefined }
type Probe = Pick<ProviderCheck, 'provider' | 'capability' | 'isSet' | 'asks' | 'heldUsd'>
type Asked = { service: ProviderService; probe: Probe }

/** Which providers are on; `tell` hears a line for each kind of data. */
export async function listProviders(call: Operator['call'], tell: (line: string) => void) {
  const areas = (await knownOf(call, tell)).flatMap((known) => known.areas)
  tellAreas(areas, tell)
  return { areas }
}

/**
 * Checks each provider that is set up; `tell` hears which are on, the highest cost, then a line for each. With `record` the answers are
 * written to a file that the sandbox plays. The process ends with 1 when something is off.
 */
export async function checkProviders(
  call: Operator['call'],
  { provider, record }: Options,
  tell: (line: string) => void,
) {
  const listed = await knownOf(call, tell)
  if (provider === undefined)
    tellAreas(
      listed.flatMap(({ areas }) => areas),
      tell,
    )
  const known = listed.flatMap(({ service, probes }) => probes.map((probe): Asked => ({ service, probe })))
  const wanted = known.filter(({ probe }) => provider === undefined || probe.provider === provider)
  if (wanted.length === 0) throw new Error(`--provider: unknown; known: ${namesOf(known).join(', ')}`)
  const set = wanted.filter(({ probe }) => probe.isSet)
  const maxUsd = set.reduce((sum, { probe }) => sum + probe.heldUsd, 0)
  const asked = set.length === 1 ? 'One question; it costs' : `${set.length} questions; they cost`
  tell(`${asked} ${usd(maxUsd)} at most`)
  const checks: (ProviderCheck & { service: ProviderService })[] = []
  for (const { service, probe } of set) {
    const check = await runCheck(call, service, probe, record !== undefined)
    tell(lineOf(check))
    checks.push({ service, ...check })
  }
  const exchanges = checks.flatMap((check) => check.exchanges)
  if (record !== undefined) writeFileSync(record, `${JSON.stringify({ exchanges }, null, 1)}\n`, { mode: 0o600 })
  const isOff = checks.some(({ problems }) => problems.length > 0)
  if (isOff) process.exitCode = 1
  return {
    checks: checks.map(({ exchanges: _, ...check }) => check),
    notSet: wanted.filter(({ probe }) => !probe.isSet).map(({ probe }) => `${probe.provider}: ${probe.capability}`),
  }
}

/** The providers of each service; `tell` hears of services that do not run. */
async function knownOf(call: Operator['call'], tell: (line: string) => void) {
  const known = await Promise.all(
    providerServices.map(async (service) => {
      try {
        return [{ service, ...(await call(`${service}ProviderChecks.list`, {})) }]
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
        tell(`${service} does not run: its providers are left out`)
        return []
      }
    }),
  )
  return known.flat()
}

function tellAreas(areas: readonly ProviderArea[], tell: (line: string) => void): void {
  tell('Providers:')
  for (const { area, on, simulated, hint } of areas) {
    const named = on.map((provider) => (simulated.includes(provider) ? `${provider} (simulated)` : provider))
    tell(`  ${area.padEnd(15)} ${hint === null ? `on: ${named.join(', ')}` : `off: ${hint}`}`)
  }
}

async function runCheck(
  call: Operator['call'],
  service: ProviderService,
  probe: Probe,
  record: boolean,
): Promise<ProviderCheck> {
  const { provider, capability, isSet, asks, heldUsd } = probe
  const started = performance.now()
  try {
    return (await call(`${service}ProviderChecks.run`, { body: { provider, capability, record } })).check
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const unknown = {
      sandbox: null,
      status: null,
      chargedUsd: null,
      locale: {},
      fields: [],
      missing: [],
      exchanges: [],
    }
    const ms = Math.round(performance.now() - started)
    return { provider, capability, isSet, asks, heldUsd, ms, problems: [`${service}: ${error.message}`], ...unknown }
  }
}

function lineOf({ provider, capability, ms, chargedUsd, heldUsd, problems, sandbox }: ProviderCheck): string {
  const verdict = problems.length > 0 ? 'OFF' : 'ok'
  const who = `${provider} (${capability}${sandbox ? ', sandbox' : ''})`
  const price = `charged ${chargedUsd === null ? 'unknown' : usd(chargedUsd)}, held ${usd(heldUsd)}`
  return [
    verdict.padEnd(4),
    who.padEnd(38),
    `${ms} ms`.padStart(9),
    ` ${price}`,
    ...problems.map((each) => `; ${each}`),
  ]
    .join(' ')
    .replaceAll(' ; ', '; ')
}

function usd(amount: number): string {
  return `${Number(amount.toFixed(6))} USD`
}

function namesOf(known: readonly Asked[]): string[] {
  return [...new Set(known.map(({ probe }) => probe.provider))]
}
