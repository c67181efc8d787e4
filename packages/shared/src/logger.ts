import { type Logger, pino } from 'pino'

export type { Logger }

const secretPaths = ['authorization', 'cookie', 'key', 'token', 'apiKey', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.*.${name}`,
])

/** Secrets that a query string can hold, as providers name them. */
const secretQuery = /([?&](?:api_?key|apikey|key|token|access_token|password|secret)=)[^&\s"']+/gi
const bearerKey = /rts_(sk|ak|gk)_[0-9A-Za-z]{4,}/g

/** A text fit for a log: keys and secrets in query strings are masked. */
export function redact(text: string): string {
  return text.replace(secretQuery, '$1***').replace(bearerKey, 'rts_$1_***')
}

/** One JSON line an event on stdout, secrets masked by name and by shape. */
export function createLogger(service: string, level: string): Logger {
  return pino({
    name: service,
    level,
    base: { service },
    redact: { paths: secretPaths, censor: '***' },
    hooks: { streamWrite: redact },
  })
}
