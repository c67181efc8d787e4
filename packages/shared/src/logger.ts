import { type Logger, pino } from 'pino'

export type { Logger }

const secretPaths = ['authorization', 'cookie', 'key', 'token', 'apiKey', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** Names that hold a secret, with any prefix: `api_key`, `x-api-key`, `access_token`, `set-cookie`. */
const secretName = String.raw`[\w-]{0,40}(?:api[_-]?key|token|password|secret|authorization|cookie)`
const shapes: [RegExp, string][] = [
  // In a query string, where providers also call it just `key`; and what OAuth exchanges.
  [new RegExp(String.raw`([?&](?:${secretName}|key|code|code_verifier)=)[^&\s"'\\]+`, 'gi'), '$1***'],
  // As a property of JSON, at any depth; then of JSON inside a text, with its quotes escaped.
  [new RegExp(String.raw`("${secretName}"\s*:\s*")(?:[^"\\]|\\.)*`, 'gi'), '$1***'],
  [new RegExp(String.raw`(\\"${secretName}\\"\s*:\s*\\")[^"\\]*`, 'gi'), '$1***'],
  [/\b((?:bearer|basic)\s+)[\w.~+/=-]{6,}/gi, '$1***'],
  [/(\b[a-z][a-z\d+.-]{0,20}:\/\/[^\s:@/"]{0,100}:)[^\s@/"]+@/gi, '$1***@'],
  [/rts_(sk|ak|gk|rt|cs)_[\w-]{4,}/g, 'rts_$1_***'],
]

export function redact(text: string): string {
  return shapes.reduce((masked, [shape, mask]) => masked.replace(shape, mask), text)
}

/** Writes one JSON line per event to stdout; secrets are masked by name and by shape. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    name: service,
    level,
    base: { service },
    // Postgres puts whole rows into an error's detail.
    redact: { paths: [...secretPaths, 'err.detail'], censor: '***' },
    hooks: { streamWrite: redact },
  })
}
