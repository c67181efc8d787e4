import type { ProviderAnswer, ProviderHttp, ProviderRequest } from '../http.ts'

/** Their values identify us or grant access. */
const ownFields =
  /^(api[-_]?key|key|login|password|secret|authorization|email|account_?id|(access|refresh|id|search_after)_?token)$/i
const secretVariable = /(_KEY|_TOKEN|_SECRET|_PASSWORD|_LOGIN|_USER|_ID|_KEYS)$/
/** Shorter ones are words that answers contain by chance. */
const shortestSecret = 8
/** Further rows are left out: a page of links has a thousand. */
const maxRows = 20

export function secretsOf(config: object): string[] {
  return Object.entries(config).flatMap(([name, value]) =>
    secretVariable.test(name) && typeof value === 'string' && value.length >= shortestSecret ? [value] : [],
  )
}

/** Without secrets and without the further rows of long lists. */
export function recordingOf({ path, body, ...exchange }: Exchange, secrets: readonly string[]): Exchange {
  const hidden = (text: string) => secrets.reduce((left, secret) => left.replaceAll(secret, '*'), text)
  const cleaned = (value: unknown): unknown => {
    if (typeof value === 'string') return hidden(value)
    if (Array.isArray(value)) return value.slice(0, maxRows).map(cleaned)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, ownFields.test(name) && typeof inner === 'string' ? '*' : cleaned(inner)]),
    )
  }
  return { ...exchange, path: hidden(path), body: cleaned(body) }
}

export type Exchange = { provider: string; method: 'GET' | 'POST'; path: string; status: number; body: unknown }
export type Tape = { http: ProviderHttp; fields: ReadFields; exchanges: Exchange[] }

export function createTape(http: ProviderHttp): Tape {
  const fields = createReadFields()
  const exchanges: Exchange[] = []
  async function send<T>(request: ProviderRequest<T>): Promise<ProviderAnswer<T>> {
    let body: unknown = null
    const read = (raw: unknown) => {
      body = raw
      const watched = fields.watch(raw)
      const made = request.read(watched)
      // Counting of calls reads these two: they are not fields of the answer.
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

/** As paths: `tasks[].result[].items`. */
type ReadFields = {
  found(): string[]
  missing(): string[]
  watch(answer: unknown): unknown
}

/** Records what the product's code reads: no second list of fields can disagree. */
function createReadFields(): ReadFields {
  const isThere = new Map<string, boolean>()

  function note(path: string, value: unknown): void {
    isThere.set(path, isThere.get(path) === true || value !== undefined)
  }

  function watch(value: unknown, path = ''): unknown {
    if (typeof value !== 'object' || value === null) return value
    // A loose schema lists all fields after reading its own: that is copying.
    let copies = false
    const nameOf = (key: string | symbol): string | null => {
      if (typeof key === 'symbol' || key === 'then' || key in Object.prototype) return null
      if (Array.isArray(value)) return /^\d+$/.test(key) ? `${path}[]` : null
      return path === '' ? key : `${path}.${key}`
    }
    const seen = (key: string | symbol, inner: unknown) => {
      const name = nameOf(key)
      if (name !== null && !(copies && inner !== undefined)) note(name, inner)
      return name
    }
    return new Proxy(value, {
      get(target, key, receiver) {
        const inner: unknown = Reflect.get(target, key, receiver)
        const name = seen(key, inner)
        return name === null ? inner : watch(inner, name)
      },
      has(target, key) {
        seen(key, Reflect.get(target, key))
        return Reflect.has(target, key)
      },
      ownKeys(target) {
        copies = true
        return Reflect.ownKeys(target)
      },
    })
  }

  const listed = (there: boolean) => [...isThere].flatMap(([path, is]) => (is === there ? [path] : [])).sort()
  return { found: () => listed(true), missing: () => listed(false), watch }
}
