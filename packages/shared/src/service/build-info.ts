import { readFileSync } from 'node:fs'
import { Gauge, type Registry } from 'prom-client'
import { z } from 'zod'

const manifest = z.object({ version: z.string(), gitHead: z.string() })
const file = new URL('../../package.json', import.meta.url)

export function release(): { version: string; gitHead: string } {
  return manifest.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/** How robots.txt files name us. */
export const crawlerName = 'RankTracker'

/** How requests to sites of others name this installation. */
export function userAgentOf(publicUrl: string): string {
  return `${crawlerName}/${release().version} (+${publicUrl})`
}

export function createBuildInfo(registry: Registry): void {
  const { version, gitHead: commit } = release()
  const help = 'The release that runs, and the commit that it was made from; always 1'
  const gauge = new Gauge({ name: 'build_info', help, labelNames: ['version', 'commit'], registers: [registry] })
  gauge.set({ version, commit }, 1)
}
