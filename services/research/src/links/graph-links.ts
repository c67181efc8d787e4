import type { GraphStore } from '../graph/releases.sql.ts'
import { type LinkRow, unknownLink } from './rules/link-row.ts'

/** The links that the newest release of the domain graph knows, as rows that know nothing of pages; null without a release. */
export function graphLinks(graph: Pick<GraphStore, 'links'>, isSandbox: (place: string) => boolean) {
  return async (domain: string): Promise<LinkRow[] | null> => {
    const found = await graph.links(domain)
    return (
      found?.map(({ hostFrom, crawledAt, isLost, place }) => ({
        ...unknownLink,
        ...{ domainFrom: hostFrom, lastSeen: crawledAt.toISOString(), isLost },
        ...{ source: 'commoncrawl', sandbox: isSandbox(place) },
      })) ?? null
    )
  }
}
