import { allOf } from '@rts/outside/all-of'
import { isSandbox } from '@rts/outside/config'
import { createGuardedFetcher } from '@rts/outside/guarded/fetcher'
import { createProviderHttp, rowsBytes } from '@rts/outside/http'
import { type LinkDeps, linkOf } from '@rts/outside/link'
import type { KeywordConfig } from '../../keywords/config.ts'
import type { LinkConfig, LinkProviderName } from '../config.ts'
import { type LinkRow, mergeLinks } from '../rules/link-row.ts'
import { createBing } from './bing.ts'
import { createDataForSeoLinks } from './dataforseo.ts'
import type { LinkSource } from './link-source.ts'
import { type AuthoritySource, createOpenPageRank } from './openpagerank.ts'
import { createPageReaders, createVerifier, type Verifier } from './verifier.ts'

/** Null: no provider. */
export type LinkSources = {
  links: ReturnType<typeof allOf<{ domain: string }, LinkRow[]>> | null
  pageRank: AuthoritySource | null
  verifier: Verifier
  close(): Promise<void>
}

const userAgent = 'rank-tracker'

/** Configured sources of links and authority, and the page verifier. */
export function createLinkSources(config: LinkConfig & KeywordConfig, deps: LinkDeps): LinkSources {
  const { clock, logger, calls } = deps
  const timeoutMs = config.RESEARCH_TIMEOUT_MS
  const http = createProviderHttp({ timeoutMs, clock, logger, calls, maxBytes: rowsBytes })
  const made = (address: string) => ({ http, clock, sandbox: isSandbox(config, address) })
  const adapters: Record<LinkProviderName, () => LinkSource> = {
    dataforseo: () => createDataForSeoLinks(config, made(config.DATAFORSEO_BASE_URL)),
    bing: () => createBing(config, made(config.BING_BASE_URL)),
  }
  const listed = config.BACKLINK_PROVIDERS.map((name) => adapters[name]())
  const fetcher = createGuardedFetcher({ userAgent, ports: config.FETCH_PORTS, overrides: config.HOST_OVERRIDES })
  const readers = createPageReaders()
  const hasPageRank = config.OPENPAGERANK_KEY !== undefined
  return {
    links: listed.length === 0 ? null : allOf(listed, mergeLinks, deps),
    pageRank: hasPageRank ? linkOf(createOpenPageRank(config, made(config.OPENPAGERANK_BASE_URL)), deps) : null,
    verifier: createVerifier(fetcher, readers),
    close: async () => {
      await Promise.all([fetcher.close(), readers.stop()])
    },
  }
}
