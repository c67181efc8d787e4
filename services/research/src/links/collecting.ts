import type { Kind } from '@rts/shared/collects/kind'
import { type Failure, failed } from '@rts/shared/failure'
import { type Buyable, bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { type Table, tableOf } from '../collected.ts'
import { dayMs, retryMs } from '../keywords/keys.ts'
import { failedWith, isLacking } from '../outcome.ts'
import { type LinkRow, mergeLinks } from './rules/link-row.ts'

const input = z.object({ domain: z.string() })
type BacklinksInput = z.output<typeof input>
export type Links = Table<LinkRow>
export type BacklinksKind = Kind<BacklinksInput, Links>

type Union = {
  ok: true
  value: LinkRow[]
  sources: string[]
  sandbox: boolean
  costUsd: number | null
  failures: Failure[]
}
export type BacklinksDeps = {
  /** Providers that are asked; null: none is configured. */
  links: Buyable<BacklinksInput, Union> | null
  spend: Spend
  /** The links that the domain graph knows; null while no release is imported. */
  graph(domain: string): Promise<LinkRow[] | null>
  /** The authority of hosts, 0 to 100, of those that it is known of. */
  authority(hosts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>>
}

/** Links that one site keeps at most, the best linking domains first. */
const mostLinks = 5_000

/** The links to a domain, shared by all who ask for them. */
export function backlinksKind({ links, spend, graph, authority }: BacklinksDeps): BacklinksKind {
  return {
    name: 'backlinks',
    lane: 'ask',
    input,
    keyOf: ({ domain }) => domain,
    freshMs: dayMs,
    typicalMs: 6_000,
    retryMs,
    async run({ input: { domain }, payers }, signal) {
      const [asked, known] = await Promise.all([
        links && bought(links, { domain }, { spend, payers, signal }),
        graph(domain),
      ])
      const failure = asked && !asked.ok ? asked : null
      if (!known && (failure || !asked)) return failedWith(failure ?? failed(null, 'no_provider', { asked: false }))
      const union = asked?.ok ? asked : null
      const rows = await withAuthority(mergeLinks([union?.value ?? [], known ?? []]), signal)
      const failures = union?.failures ?? (failure ? [failure] : [])
      return {
        state: isLacking(failures) ? 'partial' : 'ready',
        sources: [...(union?.sources ?? []), ...(known ? ['commoncrawl'] : [])],
        sandbox: rows.some(({ sandbox }) => sandbox),
        costUsd: union?.costUsd ?? failure?.costUsd ?? null,
        body: linkTable(rows),
      }
    },
  }

  async function withAuthority(rows: readonly LinkRow[], signal: AbortSignal): Promise<LinkRow[]> {
    const unknown = [
      ...new Set(rows.filter(({ domainRank }) => domainRank === null).map(({ domainFrom }) => domainFrom)),
    ]
    const known = unknown.length === 0 ? new Map<string, number>() : await authority(unknown, signal)
    return rows
      .map((row) => ({ ...row, domainRank: row.domainRank ?? known.get(row.domainFrom) ?? null }))
      .sort((a, b) => (b.domainRank ?? -1) - (a.domainRank ?? -1))
      .slice(0, mostLinks)
  }
}

function linkTable(rows: readonly LinkRow[]): Links {
  const names = Object.keys(rows[0] ?? {})
  // safe because every row has every field
  return tableOf(rows, names as (keyof LinkRow)[])
}
