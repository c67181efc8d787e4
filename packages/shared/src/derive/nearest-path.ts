import { operationEntries } from '../contract/table.ts'
import { type Costs, distance, lettersApart } from './distance.ts'

type Listed = { method: string; path: string; segments: string[] }

const longestPath = 200

/** The intended endpoint, as `GET /projects/:id`; null where none is near. */
export function createNearestPath(): (method: string, path: string) => string | null {
  const listed = operationEntries().flatMap(([, { http }]): Listed[] =>
    http ? [{ ...http, segments: http.path.split('/').slice(1) }] : [],
  )
  return (method, path) => {
    if (path.length > longestPath) return null
    const segments = segmentsOf(path)
    let nearest: Listed | undefined
    // Half of the letters must fit.
    let min = segments.join('/').length / 2 + 0.5
    for (const each of listed) {
      // Breaks ties.
      const cost = distance(segments, each.segments, segmentCosts) + (each.method === method ? 0 : 0.5)
      if (cost > min || (nearest && cost === min)) continue
      nearest = each
      min = cost
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

/** A missing segment costs half its letters, an id next to nothing. */
const segmentCosts: Costs = {
  extra: (asked) => asked.length + 1,
  missing: (listed) => (listed.startsWith(':') ? 1 : (listed.length + 1) / 2),
  other: (asked, listed) => {
    if (listed.startsWith(':')) return asked === '' ? 0.5 : 0.25
    return lettersApart(asked, listed)
  },
}
