import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { agentProtocolVersions } from '../contract/agent-server.ts'
import { operationEntries } from '../contract/table.ts'
import { discoveryDocuments, registryEntry, registryTemplate } from './discovery.ts'

const publicUrl = 'https://ranks.example'
const version = '1.2.3'
const cardOf = (connects: boolean) =>
  JSON.parse(discoveryDocuments({ publicUrl, connects, version })['/mcp/server-card']?.text ?? '')
const textOf = (connects: boolean) => discoveryDocuments({ publicUrl, connects, version })['/llms.txt']?.text

const input = z.strictObject({ description: z.string(), isRequired: z.boolean(), isSecret: z.boolean().optional() })
const identity = {
  $schema: z.url(),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().max(255),
  websiteUrl: z.url().optional(),
}
const remote = {
  type: z.literal('streamable-http'),
  url: z.string().regex(/^https?:\/\/\S+$/),
  headers: z.array(input.extend({ name: z.string() })).optional(),
}
/** SEP-2127 (v1) and the registry's schema (2025-12-11), for the fields we send. */
const card = z.strictObject({
  ...identity,
  remotes: z.array(z.strictObject({ ...remote, supportedProtocolVersions: z.array(z.string()) })),
})
const server = z.strictObject({
  ...identity,
  remotes: z.array(z.strictObject({ ...remote, variables: z.record(z.string(), input).optional() })),
})

describe('the server card', () => {
  it('names the open endpoint with its optional token, then the one of OAuth, which asks for no header', () => {
    expect(card.parse(cardOf(true)).remotes).toEqual([
      {
        type: 'streamable-http',
        url: `${publicUrl}/mcp`,
        headers: [expect.objectContaining({ name: 'Authorization', isRequired: false, isSecret: true })],
        supportedProtocolVersions: agentProtocolVersions,
      },
      {
        type: 'streamable-http',
        url: `${publicUrl}/mcp/connect`,
        supportedProtocolVersions: agentProtocolVersions,
      },
    ])
    expect(textOf(true)).toContain(`(${publicUrl}/mcp/connect)`)
  })

  it('says beside each tool in llms.txt from which plan up it is open', () => {
    const gated = operationEntries().flatMap(([, { mcp }]) => (mcp?.gate ? [[mcp.tool, mcp.gate]] : []))
    const said = textOf(true)?.matchAll(/^- (\w+): .* \(from the plan (\w+) up\)$/gm) ?? []
    expect([...said].map(([, tool, plan]) => [tool, plan])).toEqual(gated)
  })

  it('does not name an endpoint where no person could consent', () => {
    expect(card.parse(cardOf(false)).remotes.map(({ url }) => url)).toEqual([`${publicUrl}/mcp`])
    expect(textOf(false)).not.toContain('/mcp/connect')
  })
})

describe('server.json', () => {
  it('of an installation has its name and addresses', () => {
    const { name, websiteUrl, remotes, ...rest } = server.parse(registryEntry(publicUrl, version))
    expect([name, websiteUrl, rest.version]).toEqual(['example.ranks/rank-tracker', publicUrl, version])
    expect(remotes.map(({ url }) => url)).toEqual([`${publicUrl}/mcp`, `${publicUrl}/mcp/connect`])
  })

  it('of every installation asks for the host, by each variable that its addresses have', () => {
    const { name, websiteUrl, remotes } = server.parse(registryTemplate('io.github.ann/rank-tracker', version))
    expect([name, websiteUrl]).toEqual(['io.github.ann/rank-tracker', undefined])
    expect(remotes.map(({ url }) => url)).toEqual(['https://{host}/mcp', 'https://{host}/mcp/connect'])
    for (const { url, variables } of remotes)
      expect(Object.keys(variables ?? {})).toEqual([...url.matchAll(/\{(\w+)\}/g)].map(([, variable]) => variable))
  })
})
