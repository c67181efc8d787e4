import { beginTrace, continueTrace, inSpan } from './spans.ts'

/** Each replica hears of the jobs of all, and does some of them: what it has not taken by then is forgotten. */
const maxKept = 1_000

/** The traces that jobs belong to: of the call that asked for it, as long as it is known here; else one of its own. */
export function createJobTraces() {
  const known = new Map<string, string>()
  return {
    /** Keeps the trace of the call that asks for a job. */
    keep(job: string, trace: string): void {
      known.set(job, trace)
      const [oldest] = known.keys()
      if (known.size > maxKept && oldest !== undefined) known.delete(oldest)
    },
    /** Runs a job as a span. */
    run<T>(job: string, name: string, work: () => Promise<T>): Promise<T> {
      const trace = known.get(job)
      known.delete(job)
      const facts = { kind: 'consumer' } as const
      return trace === undefined ? beginTrace(name, facts, work) : continueTrace(trace, () => inSpan(name, facts, work))
    },
  }
}
