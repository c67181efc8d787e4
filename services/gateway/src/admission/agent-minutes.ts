import type { Database } from '@rts/shared/service/transaction'
import {
  type AgentMinuteDecision,
  type AgentMinuteKind,
  type AgentMinuteRow,
  admitAgents,
} from './agent-minutes.sql.ts'
import { type BatchOptions, createBatches } from './batches.ts'
import { agentMinuteLimits } from './rules/limits.ts'

type Question = Pick<AgentMinuteRow, 'who' | 'kind'>
/** Admitted at the database's time, or refused for `resetMs`. */
export type AgentMinuteVerdict = { granted: true; nowMs: number } | { granted: false; resetMs: number }

export type AgentMinutes = ReturnType<typeof createAgentMinutes>

/** Asks for agents' minutes in batches, separate from those of keys; a full minute is asked again when its oldest request leaves. */
export function createAgentMinutes(
  database: Database,
  options: Pick<BatchOptions<Question, AgentMinuteDecision>, 'patienceMs'>,
) {
  const full = createFullMinutes()
  const idOf = ({ who, kind }: Question) => `${kind} ${who}`
  const batches = createBatches<Question, AgentMinuteDecision>({
    ...options,
    idOf,
    async decide(questions, counts) {
      const askedAt = performance.now()
      const rows = questions.map((one, i) => ({ ...one, count: counts[i] ?? 0, limit: agentMinuteLimits[one.kind] }))
      const decisions = await admitAgents(database, rows)
      for (const [i, row] of rows.entries()) {
        const decision = decisions.get(i)
        // Counted from the time of asking, so it never refuses longer than the database would.
        if (decision && decision.granted < row.count) full.note(idOf(row), askedAt + decision.resetMs)
      }
      return decisions
    },
  })
  const wait = (who: string, kind: AgentMinuteKind) => full.waitOf(idOf({ who, kind }))
  return {
    /** Milliseconds for which a minute is known to be full; undefined if the database must be asked. */
    wait,
    async ask(who: string, kind: AgentMinuteKind): Promise<AgentMinuteVerdict> {
      const knownMs = wait(who, kind)
      if (knownMs !== undefined) return { granted: false, resetMs: knownMs }
      const { decision, index } = await batches.ask({ who, kind })
      if (!decision) throw new Error('a minute without a decision')
      const { granted, nowMs, resetMs } = decision
      return index < granted ? { granted: true, nowMs } : { granted: false, resetMs }
    },
  }
}

const rememberedAtMost = 10_000

/** A full minute stays full until the oldest request in its log leaves: until then the answer is exact without a query. */
function createFullMinutes() {
  const until = new Map<string, number>()
  return {
    note(id: string, at: number): void {
      until.delete(id)
      const [oldest] = until.keys()
      if (oldest !== undefined && until.size >= rememberedAtMost) until.delete(oldest)
      until.set(id, at)
    },
    waitOf(id: string): number | undefined {
      const left = (until.get(id) ?? 0) - performance.now()
      if (left > 0) return left
      until.delete(id)
      return undefined
    },
  }
}
