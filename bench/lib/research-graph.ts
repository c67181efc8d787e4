import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import { peakMegabytes, round } from './stats.ts'

const nodes = 200_000
const edgesOfNode = 60
const lines = 20_000

/** How fast the edges of a made-up domain graph are read by an import's step, and the peak of the process that does nothing else. */
export async function graphEdgesPerSecond(
  folder: string,
): Promise<{ edges: number; perSecond: number; peakMb: number }> {
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, 'edges.txt.gz')
  await writeEdges(file)
  const reader = spawn(process.execPath, [path.join(import.meta.dirname, 'research-graph-reader.ts'), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [result] = await once(reader, 'message')
  const peakMb = round(peakMegabytes(reader.pid ?? 0))
  reader.disconnect()
  await once(reader, 'exit')
  const { edges, ms } = Object(result)
  return { edges, perSecond: Math.round((edges / ms) * 1_000), peakMb }
}

/** Sorted edges, some of them to the ten ids that are looked for. */
async function writeEdges(file: string): Promise<void> {
  const packed = createGzip({ level: 4 })
  const written = packed.pipe(createWriteStream(file))
  let state = 1
  const random = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4_294_967_296
  }
  let text: string[] = []
  for (let from = 0; from < nodes; from++) {
    for (let i = 0; i < edgesOfNode; i++) {
      const to = random() < 0.0005 ? Math.floor(random() * 10) : Math.floor(random() * nodes)
      text.push(`${from}\t${to}\n`)
    }
    if (text.length < lines && from < nodes - 1) continue
    if (!packed.write(text.join(''))) await once(packed, 'drain')
    text = []
  }
  packed.end()
  await once(written, 'close')
}
