/** Where one can go, or something that can be done: `of` says where it belongs. Two with one id are the same. */
export type Way = { id: string; name: string; of: string; go(): void }

const most = 50

/**
 * The ways whose name or place has every part of a text: names that begin with it first, else as they are given. `also` has more
 * that match it already, and comes last.
 */
export function foundWays(ways: readonly Way[], text: string, also: readonly Way[] = []): Way[] {
  const wanted = text.trim().toLowerCase()
  const parts = wanted.split(/\s+/)
  const hits = ways.filter(({ name, of }) => parts.every((part) => `${name} ${of}`.toLowerCase().includes(part)))
  const begins = ({ name }: Way) => name.toLowerCase().startsWith(wanted)
  const ordered = wanted === '' ? hits : [...hits.filter(begins), ...hits.filter((way) => !begins(way))]
  const named = new Set<string>()
  return [...ordered, ...also].filter(({ id }) => !named.has(id) && named.add(id)).slice(0, most)
}
