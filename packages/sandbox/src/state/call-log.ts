/** `status` is null until answered. */
export type Call = { at: string; provider: string; path: string; query: unknown; status: number | null }

export type CallLog = {
  add(call: Call): void
  /** Oldest first; `since` is inclusive. */
  list(filter: { provider?: string | undefined; since?: Date | undefined }): Call[]
  reset(): void
}

const keptCalls = 10_000
const secretName =
  /^(api[-_]?key|key|token|access_token|refresh_token|client_secret|code|code_verifier|login|password|secret|authorization)$/i

/** Hides values of secret fields at any depth. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? '***' : withoutSecrets(inner)]),
  )
}

export function createCallLog(): CallLog {
  let calls: Call[] = []
  return {
    add(call) {
      calls.push(call)
      // In large steps: a shift per call would move the whole log.
      if (calls.length >= keptCalls * 2) calls = calls.slice(-keptCalls)
    },
    list({ provider, since }) {
      const from = since?.getTime()
      return calls
        .slice(-keptCalls)
        .filter((call) => provider === undefined || call.provider === provider)
        .filter((call) => from === undefined || Date.parse(call.at) >= from)
    },
    reset() {
      calls = []
    },
  }
}
