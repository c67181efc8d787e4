import type { Sites } from '@rts/shared/facts/site-of'
import type { ProjectReader } from '@rts/shared/phrases/project-reader'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import type { Crawl } from '../crawl/crawl.ts'
import type { CreatePlan } from '../writing/writing.ts'
import { createFigureReader } from './figures.ts'
import { ideaHandlers } from './idea-handlers.ts'
import { createKnowledge } from './knowledge.ts'

type Deps = { call: RpcClient; sites: Sites; projects: ProjectReader; crawl: Crawl; createPlan: CreatePlan }

/** Ideas of texts to write, made of what is already known of a site. */
export function createIdeas({ call, sites, projects, crawl, createPlan }: Deps) {
  const knowledgeOf = createKnowledge({ crawl, projects, figures: createFigureReader(call) })
  return { handlers: ideaHandlers({ sites, knowledgeOf, createPlan }) }
}
