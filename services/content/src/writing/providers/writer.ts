import type { Capability } from '@rts/outside/capability'
import { askChat, type ChatMessage, tokensUsd } from '@rts/outside/chat'
import { createProviderHttp, type ProviderHttp } from '@rts/outside/http'
import { type LinkDeps, linkOf } from '@rts/outside/link'
import type { Clock } from '@rts/shared/clock'
import { type WriterConfig, type WriterSettings, writerSettings } from '../config.ts'

/** Data, never an instruction. */
export type Said = {
  text: string
  model: string
  isCut: boolean
}
export type Writer = Capability<readonly ChatMessage[], Said>

const source = 'writer'
/** Texts end at 50,000 characters. */
const maxBytes = 1_048_576

/** The configured writer behind its breaker; null without one. */
export function createWriter(config: WriterConfig, deps: LinkDeps): Writer | null {
  const settings = writerSettings(config)
  if (!settings) return null
  const { clock, logger, calls } = deps
  const http = createProviderHttp({ timeoutMs: config.WRITER_TIMEOUT_MS, clock, logger, calls, maxBytes })
  return linkOf(writerOn(http, settings, clock), deps)
}

export function writerOn(http: ProviderHttp, settings: WriterSettings, clock: Clock): Writer {
  const { maxUsd, sandbox, price } = settings
  return {
    source,
    priceUsd: () => maxUsd,
    async ask(messages, signal) {
      const answer = await askChat(http, { source, ...settings }, messages, signal)
      if (!answer.ok) return answer
      const { text, model, isCut } = answer
      const costUsd = tokensUsd(answer, price)
      return { ok: true, source, sandbox, fetchedAt: clock.now(), costUsd, value: { text, model, isCut } }
    },
  }
}
