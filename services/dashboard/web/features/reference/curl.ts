import type { Listed } from './document.ts'

/** The call as a shell command. Ids are examples: an unset variable would make an unlisted path. */
export function curlOf({ method, path, parameters = [], requestBody }: Listed, url: string, key: string): string {
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((target, { name, example }) => target.replace(`{${name}}`, String(example)), path)
  const asked = parameters.filter((one) => one.in === 'query' && one.required)
  const query = new URLSearchParams(asked.map(({ name, example }): [string, string] => [name, String(example)]))
  const body = requestBody?.content['application/json']?.example
  const lines = [
    `curl ${quoted(`${url}${filled}${asked.length > 0 ? `?${query}` : ''}`)}`,
    `-H ${quoted(`Authorization: Bearer ${key}`)}`,
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
