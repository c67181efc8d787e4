import { runInWorker } from '../../services/research/src/graph/providers/run-in-worker.ts'

// A process of its own, so that its memory is that of an import alone.
const [file = ''] = process.argv.slice(2)
const ids = Array.from({ length: 10 }, (_, i) => i)
const started = performance.now()
const sink = { store: async () => {}, progress: () => {} }
const step = { name: 'edges', file, ids, maxPerTarget: 100_000 } as const
const end = await runInWorker(step, sink, new AbortController().signal)
process.send?.({ edges: end.lines, ms: performance.now() - started })
