import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Operator } from '../system/operator.ts'

type ImportOptions = { [K in 'release' | 'vertices' | 'edges' | 'ranks']?: string | undefined }

const lookEveryMs = 1_000

/** Asks for an import of the domain graph and waits for it; `tell` hears how far it is. Throws when the import has failed. */
export async function importGraph(call: Operator['call'], options: ImportOptions, tell: (line: string) => void) {
  const asked = await call('graph.import', { body: bodyOf(options) })
  for (let last = ''; ; ) {
    const { graph } = await call('graph.get', { params: { release: asked.graph.release } })
    const { release, status, step, part, links, dropped, ranked } = graph
    if (status === 'ready') return { release, links, dropped, ranked, doneAt: graph.doneAt }
    if (status === 'failed') throw new Error(`the import of ${release} failed: ${graph.error}`)
    const done = part === null ? '' : ` ${Math.floor(part * 100)} %`
    const line = `${release}: ${step === null ? status : `${step}${done}`}`
    if (line !== last) tell(line)
    last = line
    await delay(lookEveryMs)
  }
}

/** Files are named from where the command is called; the service runs elsewhere. */
function bodyOf(options: ImportOptions): ImportOptions {
  const places = Object.entries(options).flatMap(([name, place]): [string, string][] => {
    if (place === undefined) return []
    return [[name, name === 'release' || isAddress(place) ? place : path.resolve(place)]]
  })
  return Object.fromEntries(places)
}

function isAddress(place: string): boolean {
  return /^https?:\/\//.test(place)
}
