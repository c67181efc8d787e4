import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { createGzip } from 'node:zlib'
import { median, peakMegabytes, round, sumOf, timed } from '../../harness/measure.ts'
import { createDetector } from '../../services/research/src/ai/rules/mentions.ts'

/** From 0 up to 1, the same each time for a seed. */
function chance(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const words =
  'the of and coffee roast that beans for is with good price taste dark light it by a to in shop online daily review maker people often say. Another sentence, with commas; and (brackets) too.'.split(
    ' ',
  )

/** Megabytes of English answers a second that are searched for a brand and ten rivals with three names each. */
export async function mentionsPerSecond(): Promise<number> {
  const own = { brand: "Peet's Coffee", domain: 'peets.com', aliases: ["Peet's", 'Peets'] }
  const rivals = Array.from({ length: 10 }, (_, i) => {
    return { brand: `Brand${i} Roasters`, domain: `brand${i}.com`, aliases: [`B${i}r`, `Brandy${i}`] }
  })
  const detect = createDetector(own, rivals, 'What is the best coffee for people who love a dark roast?')
  const texts = Array.from({ length: 400 }, (_, i) => answerOf(i))
  const bytes = sumOf(texts.map((text) => Buffer.byteLength(text)))
  const speeds: number[] = []
  const detectAll = async () => {
    for (const text of texts) detect({ text, citations: [] })
  }
  for (let i = 0; i < 7; i++) speeds.push(bytes / 1_000 / (await timed(detectAll)))
  return round(median(speeds), 1)
}

/** Prose of 3,000 characters with links, emphasis and now and then a name. */
function answerOf(seed: number): string {
  const next = chance(seed)
  const parts: string[] = []
  for (let length = 0; length < 3_000; ) {
    const draw = next()
    const link = '**[Best](https://www.example.com/a?b=c)** ([example.org](https://example.org/?utm_source=openai))'
    const word = words[Math.floor(next() * words.length)] ?? ''
    const part = draw < 0.005 ? link : draw < 0.01 ? 'Brand3 Roasters' : word
    parts.push(part)
    length += part.length + 1
  }
  return parts.join(' ')
}

const nodes = 200_000
const edgesOfNode = 60

/** How fast the edges of a made-up domain graph are read by an import's step, and the peak of the process that does nothing else. */
export async function graphFigures(folder: string): Promise<{ perSecond: number; peakMb: number }> {
  const file = path.join(folder, 'edges.txt.gz')
  await writeEdges(file)
  const reader = spawn(process.execPath, [path.join(import.meta.dirname, 'research-graph-reader.ts'), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ edges, ms }] = await once(reader, 'message')
  const peakMb = round(peakMegabytes(reader.pid ?? 0))
  reader.disconnect()
  await once(reader, 'exit')
  return { perSecond: round((edges / ms) * 1_000), peakMb }
}

/** Sorted edges, some of them to the ten ids that are looked for. */
async function writeEdges(file: string): Promise<void> {
  const packed = createGzip({ level: 4 })
  const written = packed.pipe(createWriteStream(file))
  const next = chance(0)
  const edgeFrom = (from: number) => `${from}\t${Math.floor(next() * (next() < 0.0005 ? 10 : nodes))}\n`
  for (let from = 0; from < nodes; from += 1_000) {
    const text = Array.from({ length: 1_000 * edgesOfNode }, (_, i) => edgeFrom(from + Math.floor(i / edgesOfNode)))
    if (!packed.write(text.join(''))) await once(packed, 'drain')
  }
  packed.end()
  await once(written, 'close')
}
