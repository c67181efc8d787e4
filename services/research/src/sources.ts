import type { LinkDeps } from '@rts/outside/link'
import type { EngineConfig } from './ai/config.ts'
import type { Engine } from './ai/providers/engine.ts'
import { createEngines } from './ai/providers/engines.ts'
import type { KeywordConfig } from './keywords/config.ts'
import { createKeywordSources, type KeywordSources } from './keywords/providers/keyword-sources.ts'
import type { LinkConfig } from './links/config.ts'
import { createLinkSources, type LinkSources } from './links/providers/link-sources.ts'

/** All that can be asked of the outside world. */
export type Sources = { keywords: KeywordSources; links: LinkSources; engines: ReadonlyMap<string, Engine> }

export function createSources(config: KeywordConfig & LinkConfig & EngineConfig, deps: LinkDeps): Sources {
  return {
    keywords: createKeywordSources(config, deps),
    links: createLinkSources(config, deps),
    engines: createEngines(config, deps),
  }
}
