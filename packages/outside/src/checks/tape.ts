import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../http.ts'
import { createReadFields, type ReadFields } from './watched.ts'

/** An answer of a provider to a path of its API. */
export type Exchange = { provider: string; method: 'GET' | 'POST'; path: string; status: number; body: unknown }
export type Tape = { http: ProviderHttp; fields: ReadFields; exchanges: Exchange[] }

/** A client that keeps each answer, and notes which fields of it are read. */
export function createTape(http: ProviderHttp): Tape {
  const fields = createReadFields()
  const exchanges: Exchange[] = []
  async function send<T>(request: ProviderRequest<T>): Promise<ProviderAnswer<T>> {
    let body: unknown = null
    const read = (raw: unknown) => {
      body = raw
      const watched = fields.watch(raw)
      const made = request.read(watched)
      // Who counts calls looks at these two; of an answer as it is they would be noted as fields.
      const { ok, kind } = Object(made === watched ? null : made)
      return { made, ok, kind }
    }
    const answer = await http.send({ ...request, read })
    if (answer.state === 'refused') body = answer.body ?? null
    const { provider, json, form } = request
    const method = json === undefined && form === undefined ? 'GET' : 'POST'
    if (answer.status !== null)
      exchanges.push({ provider, method, path: new URL(request.url).pathname, status: answer.status, body })
    return answer.state === 'read' ? { ...answer, value: answer.value.made } : answer
  }
  return { http: { send }, fields, exchanges }
}
