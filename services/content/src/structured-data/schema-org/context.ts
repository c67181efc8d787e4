import type { Known } from '../google/want.ts'
import type { Graph, Visit } from '../graph.ts'
import type { FindingCode, Severity, Trouble } from '../model.ts'
import type { Suggest } from '../vocabulary/suggest.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

export type Subject = {
  visit: Visit
  classes: string[]
  vocabulary: Vocabulary
  graph: Graph
  /** Cached Google findings of this text. */
  known: Known
  suggest: Record<'class' | 'property' | 'member', Suggest>
  isFull: (severity: Severity) => boolean
  find: (code: FindingCode, message: string, where?: Partial<Trouble>) => void
}
export type Said = readonly [FindingCode, string] | null
