import type { LinkDeps } from '@rts/outside/link'
import type { LinkConfig } from './backlinks/config.ts'
import { createLinkSources, type LinkSources } from './backlinks/link-sources.ts'
import type { KeywordConfig } from './config.ts'
import type { EngineConfig } from './engines/config.ts'
import type { Engine } from './engines/engine.ts'
import { createEngines } from './engines/engines.ts'
import { createKeywordSources, type KeywordSources } from './keyword-sources.ts'

/** All that can be asked of the outside world. */
export type Sources = { keywords: KeywordSources; links: LinkSources; engines: ReadonlyMap<string, Engine> }

export function createSources(config: KeywordConfig & LinkConfig & EngineConfig, deps: LinkDeps): Sources {
  return {
    keywords: createKeywordSources(config, deps),
    links: createLinkSources(config, deps),
    engines: createEngines(config, deps),
  }
}
