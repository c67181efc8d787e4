import { type Failure, type FailureKind, failed } from '@rts/shared/failure'
import type { ProviderHttp, ProviderRequest } from './http.ts'

/** The meaning of a status outside 2xx, unless the provider documents another. */
function kindOfStatus(status: number): FailureKind {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'quota'
  if (status === 429) return 'rate'
  return status >= 400 && status < 500 && status !== 408 ? 'bad_request' : 'upstream'
}

type Refusal = { status: number; body: unknown }

/**
 * Calls a provider: the body of a 200 answer, or the failure. `kindOfRefusal` may read a kind from status and body; null leaves
 * it to the status.
 */
export async function callProvider(
  http: ProviderHttp,
  request: ProviderRequest,
  kindOfRefusal: (refusal: Refusal) => FailureKind | null = () => null,
): Promise<{ ok: true; body: unknown } | Failure> {
  const answer = await http.send(request)
  if (!answer.ok) return failed(request.provider, answer.kind)
  if (answer.status === 200) return { ok: true, body: answer.body }
  const kind = kindOfRefusal(answer) ?? kindOfStatus(answer.status)
  return failed(request.provider, kind, { retryAfterSeconds: answer.retryAfterSeconds })
}
