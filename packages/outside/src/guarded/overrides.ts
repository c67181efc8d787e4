export type Place = { address: string; port: number }
/** Names that a sandbox or a test serves at one address; `*.name` are all names below one. Empty in production. */
export type HostOverrides = ReadonlyMap<string, Place>

/** Where a host is served instead of its own address. */
export function placeOf(overrides: HostOverrides, host: string): Place | undefined {
  if (overrides.size === 0) return undefined
  const parents = host.split('.').map((_, i, labels) => `*.${labels.slice(i + 1).join('.')}`)
  const name = [host, ...parents].find((each) => overrides.has(each))
  return name === undefined ? undefined : overrides.get(name)
}
