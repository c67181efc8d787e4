import { isSandbox } from '../config.ts'

/** Who provides a kind of data, whom the sandbox simulates, and how to turn it on. */
export type ProviderArea = { area: string; on: string[]; simulated: string[]; hint: string | null }

type Config = { SANDBOX_URL?: string | undefined }
type Area<C, N extends string> = {
  area: string
  variable: string | null
  on: readonly N[]
  known: readonly N[]
  needsOf(provider: N): readonly (string & keyof C)[]
  /** A provider at the sandbox's address is simulated. */
  addressOf(provider: N): string | undefined
}

export function areaOf<C extends Config, N extends string>(config: C, of: Area<C, N>): ProviderArea {
  const simulated = of.on.filter((provider) => isSandbox(config, of.addressOf(provider)))
  return { area: of.area, on: [...of.on], simulated, hint: of.on.length > 0 ? null : hintOf(config, of) }
}

function hintOf<C extends Config, N extends string>(config: C, { variable, known, needsOf }: Area<C, N>): string {
  const begun = known.filter((provider) => needsOf(provider).some((name) => config[name] !== undefined))
  const lacking = (provider: N) => needsOf(provider).filter((name) => config[name] === undefined)
  const whole = begun.filter((provider) => lacking(provider).length === 0)
  if (variable !== null && whole.length > 0) return `${variable}=${whole.join(',')} turns it on`
  const [first] = begun
  return first === undefined ? 'no provider has a key' : `${first} lacks ${lacking(first).join(', ')}`
}
