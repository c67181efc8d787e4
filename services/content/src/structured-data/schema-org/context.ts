import type { Known } from '../google/want.ts'
import type { Graph, Visit } from '../graph.ts'
import type { FindingCode, Severity, Trouble } from '../model.ts'
import type { Suggest } from '../vocabulary/suggest.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

/** The input of a rule: one item, the vocabulary, the items around. */
export type Subject = {
  visit: Visit
  /** The item's types that schema.org has. */
  classes: string[]
  vocabulary: Vocabulary
  graph: Graph
  /** Findings of Google's rules about the items of this text. */
  known: Known
  suggest: Record<'class' | 'property' | 'member', Suggest>
  isFull: (severity: Severity) => boolean
  /** Reports something about this item. */
  find: (code: FindingCode, message: string, where?: Partial<Trouble>) => void
}
/** The finding of a rule, if any. */
export type Said = readonly [FindingCode, string] | null
