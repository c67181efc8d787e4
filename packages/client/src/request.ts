import type { Row } from './shapes.ts'

export type Input = Readonly<Record<string, unknown>>
export type Access = { baseUrl: string; key: string }

/** Checks where the API is, so that no call can go elsewhere. An undefined one is a missing variable of the environment. */
export function accessOf(baseUrl: string | undefined, key: string | undefined): Access {
  if (!key) throw new TypeError('key is missing: the dashboard makes server keys')
  // The error of a header would show it.
  if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key has a character that no key has')
  if (!baseUrl) throw new TypeError('baseUrl is missing: the address of the API, which ends in /http/v1')
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl is not an address: ${baseUrl}`)
  const { origin, pathname } = new URL(baseUrl)
  const path = pathname.replace(/\/$/, '')
  if (!/^(?!.*\/http\/v1\/).*\/http\/v1$/.test(path)) throw new TypeError(`baseUrl must end in /http/v1: ${baseUrl}`)
  return { baseUrl: origin + path, key }
}

const idForm = /^[\w-]{1,64}$/

/** The request of a call: ids stand in the path, the rest in the query of a GET and in the body of others. */
export function requestOf({ baseUrl, key }: Access, { method, path }: Row, input: Input) {
  const rest: Record<string, unknown> = { ...input }
  const target = path.replace(/:(\w+)/g, (_part, name: string) => {
    const id = rest[name]
    delete rest[name]
    // Another text could make a path that is not listed, and cost a strike.
    if (typeof id !== 'string' || !idForm.test(id)) throw new TypeError(`${name} is not an id: ${String(id)}`)
    return id
  })
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
  if (method !== 'GET' && method !== 'DELETE') {
    headers['content-type'] = 'application/json'
    return { url: baseUrl + target, init: { method, headers, body: JSON.stringify(rest) } }
  }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
  return { url: `${baseUrl}${target}${given.length > 0 ? `?${query}` : ''}`, init: { method, headers } }
}
