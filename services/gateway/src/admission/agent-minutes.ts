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
export type AgentMinuteVerdict = { granted: true; nowMs: number } | { granted: false; resetMs: number }

export type AgentMinutes = ReturnType<typeof createAgentMinutes>

/** Batches agents' minutes apart from keys; a full minute is asked again when its oldest request leaves. */
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
        // Counted from the request's time: never longer than the database would refuse.
        if (decision && decision.granted < row.count) full.note(idOf(row), askedAt + decision.resetMs)
      }
      return decisions
    },
  })
  const wait = (who: string, kind: AgentMinuteKind) => full.waitOf(idOf({ who, kind }))
  return {
    /** Milliseconds until a known full minute has room; undefined: ask the database. */
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

/** A full minute stays full until its oldest request leaves: until then no query is needed. */
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
