import { BlockList, isIP } from 'node:net'
import { type ConfigIssue, declareVariables } from '@rts/shared/config'
import { z } from 'zod'
import type { HostOverrides, Place } from './url.ts'

const entry = /^((?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*\.(?:example|test))=(?:\[([\da-f:]+)\]|([a-z\d.-]+)):(\d{1,5})$/
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

const portList = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/, 'must be port numbers with commas between them')
  .default('80,443')
  .transform((list): ReadonlySet<number> => new Set(list.split(',').map(Number)))

/** Only names of RFC 2606 and RFC 6761: no real site is replaced. */
const overrideList = z
  .string()
  .default('')
  .transform((list, context): HostOverrides => {
    const overrides = new Map<string, Place>()
    for (const each of list.split(',').filter((text) => text.trim() !== '')) {
      const [, name = '', ipv6, host = '', port] = entry.exec(each.trim().toLowerCase()) ?? []
      if (name && Number(port) <= 65_535) overrides.set(name, { address: ipv6 ?? host, port: Number(port) })
      else context.addIssue({ code: 'custom', message: 'must be name.example=address:port, below .example or .test' })
    }
    return overrides
  })

export const fetchVariables = declareVariables('Pages that callers name', {
  FETCH_PORTS: {
    schema: portList,
    meaning: "ports that pages of customers' sites, and pages that link to them or that they link to, may have",
  },
  HOST_OVERRIDES: {
    schema: overrideList,
    meaning:
      '`name=address:port,…`, `*.name` for all names below one: where names below `.example` and `.test` are, on this machine or at the sandbox; refused in production',
    defaultText: "none; the sandbox's sites with `npm start`",
  },
})

type Config = { NODE_ENV: string; HOST_OVERRIDES: HostOverrides; SANDBOX_URL?: string | undefined }

/** Overrides in production, or to elsewhere than this machine or the sandbox. */
export function hostOverrideIssues({ NODE_ENV, HOST_OVERRIDES, SANDBOX_URL }: Config): ConfigIssue[] {
  const variable = 'HOST_OVERRIDES'
  if (HOST_OVERRIDES.size === 0) return []
  if (NODE_ENV === 'production') return [{ variable, message: 'is refused in production' }]
  const sandbox = SANDBOX_URL === undefined ? null : new URL(SANDBOX_URL).hostname
  return [...HOST_OVERRIDES]
    .filter(([, { address }]) => address !== sandbox && !isLoopback(address))
    .map(([name]) => {
      return { variable, message: `${name} must lead to a loopback address or to the host of SANDBOX_URL` }
    })
}

function isLoopback(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
