import { authorityOfPlace } from '../graph/rules/authority.ts'
import type { AuthoritySource } from './providers/openpagerank.ts'

const mostAsked = 500

/** The authority of hosts, 0 to 100: by their place in the domain graph, else by OpenPageRank for the first five hundred. */
export function authorityFrom(
  places: (hosts: readonly string[]) => Promise<ReadonlyMap<string, number>>,
  pageRank: AuthoritySource | null,
) {
  return async (hosts: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, number>> => {
    const known = new Map([...(await places(hosts))].map(([host, place]) => [host, authorityOfPlace(place)]))
    const unknown = hosts.filter((host) => !known.has(host)).slice(0, mostAsked)
    const answer = unknown.length > 0 ? await pageRank?.ask(unknown, signal) : undefined
    if (answer?.ok) for (const [host, authority] of answer.value) known.set(host, authority)
    return known
  }
}
