import { operationEntries } from '../contract/table.ts'

type Listed = { method: string; path: string; segments: string[] }

/** Who asks for a longer one has not mistyped. */
const longestPath = 200

/** Names the listed endpoint that a path was probably meant to be, as `GET /projects/:id`; null where none is near. */
export function createNearestPath(): (method: string, path: string) => string | null {
  const listed = operationEntries().flatMap(([, { http }]): Listed[] =>
    http ? [{ ...http, segments: http.path.split('/').slice(1) }] : [],
  )
  return (method, path) => {
    if (path.length > longestPath) return null
    const segments = segmentsOf(path)
    let nearest: Listed | undefined
    // Half of the letters must fit.
    let least = segments.join('/').length / 2 + 0.5
    for (const each of listed) {
      // Another method decides only between paths that are equally near.
      const cost = distance(segments, each.segments, segmentCosts) + (each.method === method ? 0 : 0.5)
      if (cost > least || (nearest && cost === least)) continue
      nearest = each
      least = cost
    }
    return nearest ? `${nearest.method} ${nearest.path}` : null
  }
}

function segmentsOf(path: string): string[] {
  const text = path.replace(/^\/+|\/+$/g, '').toLowerCase()
  try {
    return decodeURIComponent(text).split('/')
  } catch {
    return text.split('/')
  }
}

type Costs = {
  extra(asked: string): number
  missing(listed: string): number
  other(asked: string, listed: string): number
}

const letterCosts: Costs = { extra: () => 1, missing: () => 1, other: (asked, listed) => (asked === listed ? 0 : 1) }
/** A forgotten segment costs half of its letters, an id next to nothing. */
const segmentCosts: Costs = {
  extra: (asked) => asked.length + 1,
  missing: (listed) => (listed.startsWith(':') ? 1 : (listed.length + 1) / 2),
  other: (asked, listed) => {
    if (listed.startsWith(':')) return asked === '' ? 0.5 : 0.25
    return distance([...asked], [...listed], letterCosts)
  },
}

/** Levenshtein's distance between two lists. */
function distance(asked: readonly string[], listed: readonly string[], { extra, missing, other }: Costs): number {
  let row = [0]
  for (const [i, part] of listed.entries()) row.push((row[i] ?? 0) + missing(part))
  for (const part of asked) {
    const next = [(row[0] ?? 0) + extra(part)]
    for (const [i, each] of listed.entries()) {
      const replaced = (row[i] ?? 0) + other(part, each)
      next.push(Math.min(replaced, (row[i + 1] ?? 0) + extra(part), (next[i] ?? 0) + missing(each)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
