import { createHash } from 'node:crypto'
import type { Failure } from '@rts/shared/failure'
import { bought } from '@rts/shared/spend/bought'
import type { Spend } from '@rts/shared/spend/spend'
import { type ReadAnswer, readArticle, readPlan } from './answers.ts'
import type { DueArticle, WrittenArticle } from './articles.sql.ts'
import { safeArticle } from './outlines.ts'
import type { Writer } from './providers/writer.ts'
import { offlineArticle, offlineGenerator, offlinePlan, type PlanText } from './rules/outline.ts'
import { askAgain, type Message, messagesFor } from './rules/prompt.ts'
import { plainLine } from './rules/text.ts'
import type { Commission, Write, Written } from './text-kind.ts'
import type { Origin } from './texts.sql.ts'

export type WriterDeps = {
  writer: Writer
  spend: Spend
  linkHosts: readonly string[]
}
type Work<T> = { messages: Message[]; read(answer: string): ReadAnswer<T> | Promise<ReadAnswer<T>>; outline(): T }

/** Writes with the writer. After two unusable answers the text is an outline, marked as such. */
export function writtenBy({ writer, spend, linkHosts }: WriterDeps) {
  async function attempt<T>(
    { messages, read, outline }: Work<T>,
    commission: Commission,
  ): Promise<Written<T> | Failure> {
    const promptHash = hashOf(messages)
    const first = await bought(writer, messages, { spend, ...commission })
    if (!first.ok) return first
    const text = await usable(first.value, read)
    if (text.ok) return { ok: true, text: text.text, origin: originOf(first, promptHash, first.costUsd) }
    const again = askAgain(messages, first.value.text, text.problem)
    const second = await bought(writer, again, { spend, ...commission })
    if (!second.ok) return { ...second, costUsd: second.costUsd + (first.costUsd ?? 0), asked: true }
    const costUsd = sumOf(first.costUsd, second.costUsd)
    const mended = await usable(second.value, read)
    if (mended.ok) return { ok: true, text: mended.text, origin: originOf(second, promptHash, costUsd) }
    const origin = { generator: offlineGenerator, promptHash, sandbox: false, costUsd, error: mended.kind }
    return { ok: true, text: outline(), origin }
  }

  const plan: Write<unknown, PlanText> = (_due, facts, _site, commission) =>
    attempt({ messages: messagesFor('plan', facts), read: readPlan, outline: () => offlinePlan(facts) }, commission)

  const article: Write<Pick<DueArticle, 'plan'>, WrittenArticle> = async (due, facts, site, commission) => {
    const written = await attempt(
      {
        messages: messagesFor('article', facts, due.plan),
        read: (answer) => readArticle(answer, facts.language),
        outline: () => offlineArticle(facts, due.plan ?? undefined),
      },
      commission,
    )
    return written.ok ? { ...written, text: safeArticle(written.text, site, linkHosts) } : written
  }
  return { plan, article }
}

type Bought = { value: { text: string; model: string; isCut: boolean }; sandbox: boolean; costUsd: number | null }

function usable<T>({ text, isCut }: Bought['value'], read: Work<T>['read']): ReturnType<Work<T>['read']> {
  return isCut ? { ok: false, kind: 'parse', problem: 'it was cut before its end; be shorter' } : read(text)
}

function originOf({ value, sandbox }: Bought, promptHash: string, costUsd: number | null): Origin {
  return { generator: `llm:${plainLine(value.model, 100)}`, promptHash, sandbox, costUsd, error: null }
}

function hashOf(messages: readonly Message[]): string {
  return createHash('sha256').update(JSON.stringify(messages)).digest('hex')
}

function sumOf(first: number | null, second: number | null): number | null {
  return first === null || second === null ? null : first + second
}
