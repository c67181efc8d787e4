import type { WorldState } from '../../state/world-state.ts'
import type { Provider } from '../provider.ts'
import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { gemini } from './gemini.ts'
import { openai } from './openai.ts'
import { perplexity } from './perplexity.ts'

export function engines(world: WorldState): Provider[] {
  return [openai(world), anthropic(world), gemini(world), perplexity(world), compatible(world)]
}
