import type { StepRow } from '../rules/releases.ts'
import { openFile } from './open.ts'
import {
  createEdgeReader,
  createLineReader,
  createVertexReader,
  GraphFormatError,
  idSet,
  nameSet,
  readRank,
  reversed,
} from './parse.ts'

/** A pass over one file. Rows of `edges` are `[from, to]` ids; others end in a host. */
export type Step =
  | { name: 'ids'; file: string; hosts: string[] }
  | { name: 'edges'; file: string; ids: number[]; maxPerTarget: number }
  | { name: 'names'; file: string; ids: number[] }
  | { name: 'ranks'; file: string; max: number }

export type StepEnd = { lines: number; rows: number; dropped: number }

type Out = {
  send(rows: StepRow[]): Promise<void>
  /** Share of the packed file, 0 to 1; null: unknown size. */
  progress(part: number | null): void
}
type Reader = { read(bytes: Buffer): void; end(): Pick<StepEnd, 'lines' | 'dropped'>; isFull?(): boolean }

const batchRows = 5_000

export async function runStep(step: Step, out: Out): Promise<StepEnd> {
  const rows: StepRow[] = []
  const reader = readerOf(step, (row) => void rows.push(row))
  const file = await openFile(step.file)
  let sent = 0
  const flush = async () => {
    sent += rows.length
    await out.send(rows.splice(0))
  }
  for await (const bytes of file.bytes) {
    reader.read(bytes)
    if (rows.length >= batchRows) await flush()
    out.progress(file.total === null ? null : file.read() / file.total)
    if (reader.isFull?.()) break
  }
  await flush()
  const end = { ...reader.end(), rows: sent }
  if (end.lines === 0) throw new GraphFormatError(`${step.name}: the file is empty`)
  return end
}

function readerOf(step: Step, keep: (row: StepRow) => void): Reader {
  switch (step.name) {
    case 'ids':
      return vertexReader(step.hosts, keep)
    case 'edges':
      return edgeReader(step.ids, step.maxPerTarget, keep)
    case 'names':
      return nameReader(step.ids, keep)
    case 'ranks':
      return rankReader(step.max, keep)
    default: {
      const missing: never = step
      return missing
    }
  }
}

function vertexReader(hosts: readonly string[], keep: (row: StepRow) => void): Reader {
  const wanted = nameSet(hosts.map(reversed))
  let lines = 0
  const read = createVertexReader((id, name) => {
    lines++
    const found = wanted.find(name)
    if (found !== undefined) keep([id, reversed(found)])
  })
  return { read, end: () => ({ lines, dropped: 0 }) }
}

/** Links above the limit per target are only counted. */
function edgeReader(ids: readonly number[], maxPerTarget: number, keep: (row: StepRow) => void): Reader {
  const kept = new Map<number, number>()
  let lines = 0
  let dropped = 0
  const count = createEdgeReader(idSet(ids), (from, to) => {
    const have = kept.get(to) ?? 0
    kept.set(to, have + 1)
    if (have < maxPerTarget) keep([from, to])
    else dropped++
  })
  const read = (bytes: Buffer) => {
    lines += count(bytes)
  }
  return { read, end: () => ({ lines, dropped }) }
}

function nameReader(ids: readonly number[], keep: (row: StepRow) => void): Reader {
  const wanted = idSet(ids)
  let lines = 0
  const read = createVertexReader((id, name) => {
    lines++
    if (wanted.has(id)) keep([id, reversed(name.toString('latin1'))])
  })
  return { read, end: () => ({ lines, dropped: 0 }) }
}

/** Best first: reading may stop early in 120 million lines. */
function rankReader(max: number, keep: (row: StepRow) => void): Reader {
  let lines = 0
  const read = createLineReader((line) => {
    const rank = readRank(line)
    if (!rank || lines >= max) return
    lines++
    keep([rank.place, rank.host])
  })
  return { read, end: () => ({ lines, dropped: 0 }), isFull: () => lines >= max }
}
