/** Where one can go, or something that can be done: `of` says where it belongs. Two with one id are the same. */
export type Way = { id: string; name: string; of: string; go(): void }

const max = 50

/**
 * The ways whose name or place has every part of a text: names that begin with it first, then those with every part in the name,
 * then `also`, which was found for the text elsewhere, then those that match by their place.
 */
export function foundWays(ways: readonly Way[], text: string, also: readonly Way[] = []): Way[] {
  const wanted = text.trim().toLowerCase()
  const parts = wanted.split(/\s+/)
  const has = (words: string) => parts.every((part) => words.toLowerCase().includes(part))
  const byName = ways.filter(({ name }) => has(name))
  const byPlace = ways.filter(({ name, of }) => has(`${name} ${of}`))
  const begins = ({ name }: Way) => wanted !== '' && name.toLowerCase().startsWith(wanted)
  const named = new Set<string>()
  return [...byName.filter(begins), ...byName, ...also, ...byPlace]
    .filter(({ id }) => !named.has(id) && named.add(id))
    .slice(0, max)
}
