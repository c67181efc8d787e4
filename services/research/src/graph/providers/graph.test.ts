import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { StepRow } from '../rules/releases.ts'
import {
  createEdgeReader,
  createLineReader,
  createVertexReader,
  GraphFormatError,
  idSet,
  readRank,
  reversed,
} from './parse.ts'
import { runInWorker } from './run-in-worker.ts'
import { runStep, type Step } from './steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'graph-'))
afterAll(() => rmSync(folder, { recursive: true }))

const vertices = ['com.peets', 'com.starbucks', 'de.blog', 'jp.xn--bcher-kva', 'net.news']
const edges = [
  [0, 1],
  [2, 0],
  [2, 1],
  [3, 0],
  [4, 0],
  [4, 3],
]
function file(name: string, lines: string[]): string {
  const path = join(folder, name)
  // Two gzip members, as parallel packers write.
  const half = Math.ceil(lines.length / 2)
  const packed = [lines.slice(0, half), lines.slice(half)].map((part) => gzipSync(part.map((l) => `${l}\n`).join('')))
  writeFileSync(path, Buffer.concat(packed))
  return path
}
const vertexFile = file(
  'vertices.gz',
  vertices.map((name, id) => `${id}\t${name}\t1`),
)
const edgeFile = file(
  'edges.gz',
  edges.map((edge) => edge.join('\t')),
)
const rankFile = file('ranks.gz', [
  '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts',
  ...vertices.map((name, i) => `${i + 1}\t3.1E7\t${9 - i}\t0.001\t${name}\t1`),
])

async function run(step: Step) {
  const rows: StepRow[] = []
  const end = await runStep(step, { send: async (more) => void rows.push(...more), progress: () => {} })
  return { rows, end }
}

describe('a step', () => {
  it('finds the ids of hosts, those of international names too', async () => {
    const hosts = ['starbucks.com', 'xn--bcher-kva.jp', 'absent.example']
    expect(await run({ name: 'ids', file: vertexFile, hosts })).toEqual({
      rows: [
        [1, 'starbucks.com'],
        [3, 'xn--bcher-kva.jp'],
      ],
      end: { lines: 5, rows: 2, dropped: 0 },
    })
  })

  it('finds the edges to ids, and counts those over the most', async () => {
    expect(await run({ name: 'edges', file: edgeFile, ids: [0, 3], maxPerTarget: 2 })).toEqual({
      rows: [
        [2, 0],
        [3, 0],
        [4, 3],
      ],
      end: { lines: 6, rows: 3, dropped: 1 },
    })
  })

  it('finds the names of ids', async () => {
    expect((await run({ name: 'names', file: vertexFile, ids: [2, 4] })).rows).toEqual([
      [2, 'blog.de'],
      [4, 'news.net'],
    ])
  })

  it('reads the best ranks and no more', async () => {
    expect((await run({ name: 'ranks', file: rankFile, max: 2 })).rows).toEqual([
      [1, 'peets.com'],
      [2, 'starbucks.com'],
    ])
  })

  it('reads from an address as from a file', async () => {
    const packed = gzipSync('0\tcom.peets\t1\n')
    const server = createServer((_req, res) => void res.end(packed)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { rows } = await run({ name: 'ids', file: `http://127.0.0.1:${port}/v.gz`, hosts: ['peets.com'] })
    server.close()
    expect(rows).toEqual([[0, 'peets.com']])
  })

  describe('from an address whose connection breaks', () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `${i}\t${i % 7}`)
    const packed = readFileSync(file('broken.gz', lines))
    /** Cuts each answer after a third of the file. */
    async function serving(headers: Record<string, string>, version = '"v1"') {
      const ranges: (string | undefined)[] = []
      const server = createServer((req, res) => {
        ranges.push(req.headers.range)
        const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0)
        const isRest = from > 0 && req.headers['if-range'] === version
        const sent = isRest ? packed.subarray(from) : packed
        if (isRest) res.setHeader('content-range', `bytes ${from}-${packed.length - 1}/${packed.length}`)
        res.writeHead(isRest ? 206 : 200, { ...headers, etag: version, 'content-length': sent.length })
        const part = Math.ceil(packed.length / 3)
        if (sent.length <= part) res.end(sent)
        else res.write(sent.subarray(0, part), () => res.socket?.end())
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/e.gz`
      const step: Step = { name: 'edges', file: url, ids: [3], maxPerTarget: 50_000 }
      return { step, ranges, server }
    }

    it('goes on at the byte where it broke, and reads each line once', async () => {
      const { step, ranges, server } = await serving({ 'accept-ranges': 'bytes' })
      const { rows, end } = await run(step)
      server.close()
      expect([rows.length, end.lines]).toEqual([lines.filter((line) => line.endsWith('\t3')).length, 50_000])
      expect(ranges[0]).toBeUndefined()
      expect(ranges.slice(1).every((range) => range !== undefined)).toBe(true)
    })

    it.each([
      ['cannot send a part', { 'accept-ranges': 'none' }, '"v1"'],
      ['has no strong name of the version', { 'accept-ranges': 'bytes' }, 'W/"v1"'],
    ])('fails where the server %s', async (_case, headers, version) => {
      const { step, ranges, server } = await serving(headers, version)
      await expect(run(step)).rejects.toThrow()
      server.close()
      expect(ranges).toHaveLength(1)
    })
  })

  it.each([
    ['that is empty', 'edges', []],
    ['of words', 'edges', ['a\tb']],
    ['of three columns', 'edges', ['1\t2\t3']],
    ['without names', 'ids', ['1']],
  ])('fails on a file %s', async (_case, name, lines) => {
    const path = file('bad.gz', lines)
    const step: Step =
      name === 'ids' ? { name, file: path, hosts: [] } : { name: 'edges', file: path, ids: [1], maxPerTarget: 1 }
    await expect(run(step)).rejects.toThrow()
  })

  it('fails on a file that is cut or not there', async () => {
    writeFileSync(join(folder, 'cut.gz'), gzipSync('1\t2\n'.repeat(10_000)).subarray(0, 60))
    for (const path of [join(folder, 'cut.gz'), join(folder, 'absent.gz')])
      await expect(run({ name: 'edges', file: path, ids: [1], maxPerTarget: 1 })).rejects.toThrow()
  })
})

describe('in a worker', () => {
  const signal = new AbortController().signal

  it('the same rows come, each batch stored before the next is read', async () => {
    const many = file(
      'many.gz',
      Array.from({ length: 20_000 }, (_, i) => `${i}\t7`),
    )
    let open = 0
    let max = 0
    let rows = 0
    const store = async (batch: StepRow[]) => {
      max = Math.max(max, ++open)
      await new Promise((resolve) => setImmediate(resolve))
      rows += batch.length
      open--
    }
    const step: Step = { name: 'edges', file: many, ids: [7], maxPerTarget: 20_000 }
    const end = await runInWorker(step, { store, progress: () => {} }, signal)
    expect([end.rows, rows, max]).toEqual([20_000, 20_000, 1])
  })

  it('a file that is not part of a release is known by its class', async () => {
    const step: Step = { name: 'edges', file: file('words.gz', ['a\tb']), ids: [1], maxPerTarget: 1 }
    const sink = { store: async () => {}, progress: () => {} }
    await expect(runInWorker(step, sink, signal)).rejects.toThrow(GraphFormatError)
  })

  it('a broken file fails with its reason, and an abort ends the read', async () => {
    const step: Step = { name: 'edges', file: join(folder, 'absent.gz'), ids: [1], maxPerTarget: 1 }
    const sink = { store: async () => {}, progress: () => {} }
    await expect(runInWorker(step, sink, signal)).rejects.toThrow(/ENOENT/)
    const ending = new AbortController()
    const running = runInWorker(
      { ...step, file: edgeFile },
      { ...sink, store: async () => ending.abort() },
      ending.signal,
    )
    await expect(running).rejects.toThrow()
  })
})

describe('the parsers', () => {
  it('read the same wherever the bytes are cut', () => {
    const edge = fc.tuple(fc.nat(200_000_000), fc.nat(50))
    fc.assert(
      fc.property(
        fc.array(edge, { minLength: 1 }),
        fc.uniqueArray(fc.nat(50)),
        fc.integer({ min: 1, max: 9 }),
        (all, ids, size) => {
          const bytes = Buffer.from(all.map(([from, to]) => `${from}\t${to}\n`).join(''))
          const found: number[][] = []
          const read = createEdgeReader(idSet(ids), (from, to) => void found.push([from, to]))
          let count = 0
          for (let i = 0; i < bytes.length; i += size) count += read(bytes.subarray(i, i + size))
          expect(found).toEqual(all.filter(([, to]) => ids.includes(to)))
          expect(count).toBe(all.length)
        },
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.domain(), { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (hosts, size) => {
        const bytes = Buffer.from(hosts.map((host, id) => `${id}\t${reversed(host)}\t1\n`).join(''))
        const found: string[] = []
        const read = createVertexReader((_id, name) => void found.push(reversed(name.toString('latin1'))))
        for (let i = 0; i < bytes.length; i += size) read(bytes.subarray(i, i + size))
        expect(found).toEqual(hosts)
      }),
    )
  })

  it('leave a line that never ends, and a name that is too long', () => {
    const readLines = createLineReader(() => {})
    readLines(Buffer.from('x'.repeat(10_000)))
    expect(() => readLines(Buffer.from('x'))).toThrow('too long')
    const names: number[] = []
    const readNames = createVertexReader((_id, name) => void names.push(name.length))
    readNames(Buffer.from(`1\t${'x'.repeat(512)}\n`))
    expect(names).toEqual([512])
    expect(() => readNames(Buffer.from(`1\t${'x'.repeat(513)}`))).toThrow('too long')
  })

  it('a rank is a place and a host', () => {
    expect(readRank('12\t3.1E7\t4\t0.001\tuk.co.bbc\t99')).toEqual({ place: 12, host: 'bbc.co.uk' })
    expect(readRank('#harmonicc_pos\t…')).toBeNull()
  })
})
