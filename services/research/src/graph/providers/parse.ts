/** The file contradicts its release's description. */
export class GraphFormatError extends Error {
  override name = 'GraphFormatError'
}

const tab = 9
const lineFeed = 10
const zero = 48
const nine = 57

/** Vertex ids, one bit each. */
export function idSet(ids: Iterable<number>): { has(id: number): boolean } {
  const all = [...ids]
  const bits = new Uint8Array((all.reduce((max, id) => Math.max(max, id), 0) >> 3) + 1)
  for (const id of all) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
  // Out of bounds gives undefined: not set.
  return { has: (id) => ((bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0 }
}

/** Streams `from⇥to` lines without strings; `onEdge` gets wanted `to`s. Each call returns the number of edges. */
export function createEdgeReader(wanted: { has(id: number): boolean }, onEdge: (from: number, to: number) => void) {
  let value = 0
  let from = -1
  return (bytes: Uint8Array): number => {
    let edges = 0
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0
      if (byte >= zero && byte <= nine) {
        value = value * 10 + (byte - zero)
      } else if (byte === tab && from < 0) {
        from = value
        value = 0
      } else if (byte === lineFeed && from >= 0) {
        if (wanted.has(value)) onEdge(from, value)
        edges++
        from = -1
        value = 0
      } else throw new GraphFormatError('edges: not two numbers a line')
    }
    return edges
  }
}

const longestName = 512

/** Streams `id⇥com.example⇥hosts`; the name's bytes are valid only during `onVertex`. */
export function createVertexReader(onVertex: (id: number, name: Buffer) => void) {
  const name = Buffer.alloc(longestName)
  let field = 0
  let id = 0
  let length = 0
  return (bytes: Uint8Array): void => {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0
      if (byte === lineFeed) {
        if (field === 0 || length === 0) throw new GraphFormatError('vertices: a line without a name')
        onVertex(id, name.subarray(0, length))
        field = 0
        id = 0
        length = 0
      } else if (byte === tab) field++
      else if (field === 0) {
        if (byte < zero || byte > nine) throw new GraphFormatError('vertices: not a number first')
        id = id * 10 + (byte - zero)
      } else if (field === 1) {
        if (length === longestName) throw new GraphFormatError('vertices: a name is too long')
        name[length++] = byte
      }
    }
  }
}

/** Looks names up by hash: no string for millions of unwanted ones. */
export function nameSet(names: readonly string[]): { find(name: Buffer): string | undefined } {
  const byHash = new Map<number, string[]>()
  for (const name of names) {
    const hash = hashOf(Buffer.from(name, 'latin1'))
    byHash.set(hash, [...(byHash.get(hash) ?? []), name])
  }
  return { find: (name) => byHash.get(hashOf(name))?.find((each) => each === name.toString('latin1')) }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < bytes.length; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
  return hash
}

/** `com.example` to `example.com`, and back. */
export function reversed(name: string): string {
  return name.split('.').reverse().join('.')
}

const longestLine = 10_000

/** Streams lines; throws for one too long. */
export function createLineReader(onLine: (line: string) => void) {
  let rest = ''
  return (bytes: Buffer): void => {
    const lines = (rest + bytes.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longestLine) throw new GraphFormatError('ranks: a line is too long')
    for (const line of lines) onLine(line)
  }
}

/** `#harmonicc_pos #harmonicc_val #pr_pos #pr_val #host_rev #n_hosts`; null: header. */
export function readRank(line: string): { place: number; host: string } | null {
  if (line.startsWith('#')) return null
  const [place = '', , , , host] = line.split('\t')
  if (!/^\d+$/.test(place) || !host) throw new GraphFormatError('ranks: not a place and a name a line')
  return { place: Number(place), host: reversed(host) }
}
