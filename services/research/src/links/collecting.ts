import { dayMs } from '@rts/shared/clock'
import type { Kind } from '@rts/shared/collects/kind'
import { failed } from '@rts/shared/failure'
import { bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { z } from 'zod'
import { failedWith, retryMs, stateWithout, type Table, tableOf } from '../collected.ts'
import type { Graph } from '../graph/graph.ts'
import type { LinkSources } from './providers/link-sources.ts'
import { type LinkRow, mergeLinks, unknownLink } from './rules/link-row.ts'

const input = z.object({ domain: z.string() })
type Links = Table<LinkRow>
export type BacklinksKind = Kind<z.output<typeof input>, Links>

type CollectingDeps = {
  sources: Pick<LinkSources, 'links' | 'pageRank'>
  graph: Pick<Graph, 'linksTo' | 'authorityOf'>
  spend: Spend
  isSandbox(place: string): boolean
}

/** Links kept per site, best domains first. */
const maxLinks = 5_000
/** Hosts sent to OpenPageRank. */
const maxAsked = 500

/** Links to a domain from providers and the graph, shared by all requesters. */
export function backlinksKind({ sources, graph, spend, isSandbox }: CollectingDeps): BacklinksKind {
  const { links, pageRank } = sources

  /** Graph links, without page facts; null: no release is imported. */
  async function graphRows(domain: string): Promise<LinkRow[] | null> {
    const found = await graph.linksTo(domain)
    if (!found) return null
    return found.map(({ hostFrom, crawledAt, isLost, place }) => ({
      ...unknownLink,
      domainFrom: hostFrom,
      lastSeen: crawledAt.toISOString(),
      isLost,
      source: 'commoncrawl',
      sandbox: isSandbox(place),
    }))
  }

  /** By the graph, else by OpenPageRank. */
  async function authorityOf(hosts: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
    const known = await graph.authorityOf(hosts)
    const unknown = hosts.filter((host) => !known.has(host)).slice(0, maxAsked)
    const answer = unknown.length > 0 ? await pageRank?.ask(unknown, signal) : undefined
    if (answer?.ok) for (const [host, authority] of answer.value) known.set(host, authority)
    return known
  }

  async function withAuthority(rows: readonly LinkRow[], signal: AbortSignal): Promise<LinkRow[]> {
    const unranked = rows.filter(({ domainRank }) => domainRank === null)
    const hosts = [...new Set(unranked.map(({ domainFrom }) => domainFrom))]
    const known = hosts.length === 0 ? new Map<string, number>() : await authorityOf(hosts, signal)
    return rows
      .map((row) => ({ ...row, domainRank: row.domainRank ?? known.get(row.domainFrom) ?? null }))
      .sort((a, b) => (b.domainRank ?? -1) - (a.domainRank ?? -1))
      .slice(0, maxLinks)
  }

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
        graphRows(domain),
      ])
      const failure = asked && !asked.ok ? asked : null
      if (!known && (failure || !asked)) return failedWith(failure ?? failed(null, 'no_provider', { asked: false }))
      const union = asked?.ok ? asked : null
      const rows = await withAuthority(mergeLinks([union?.value ?? [], known ?? []]), signal)
      return {
        state: stateWithout(union?.failures ?? (failure ? [failure] : [])),
        sources: [...(union?.sources ?? []), ...(known ? ['commoncrawl'] : [])],
        sandbox: rows.some(({ sandbox }) => sandbox),
        costUsd: union?.costUsd ?? failure?.costUsd ?? null,
        body: linkTable(rows),
      }
    },
  }
}

function linkTable(rows: readonly LinkRow[]): Links {
  const names = Object.keys(rows[0] ?? {})
  // safe because every row has every field
  return tableOf(rows, names as (keyof LinkRow)[])
}
