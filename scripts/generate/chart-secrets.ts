import type { Entity, Fill } from './chart-fill.ts'
import { isSecret } from './declared.ts'

type Environment = Record<string, string>
/** A secret of `.env`, and what compose writes in its place. */
type Key = { name: string; text: string }
type Variable = { name: string; value: string } | { name: string; valueFrom: object }

const needed = (name: string) => `\${${name}:?env.${name} is missing}`

/** Databases and the mail server are the operator's; the broker is, where `NATS_HOST` names one. */
const outside = (text: string) =>
  text
    .replace(/\$\{(\w+_DB_HOST):-[^}]*\}/, (_, name) => needed(name))
    .replace(/^\$\{SMTP_URL:.*\}$/, needed('SMTP_URL'))

/** The secrets of `.env` in a variable of a container; where a server is, and how it speaks, is none. */
function keysIn([name, text]: [string, string]): Key[] {
  if (!isSecret(name)) return []
  const found = outside(text).match(/\$\{(?!\w+_(?:HOST|SSLMODE|SCHEME):)\w+:[-?][^}]*\}/g) ?? []
  return found.map((each) => ({ name: /\w+/.exec(each)?.[0] ?? '', text: each }))
}

/** The secrets of `.env` that a container reads. */
export function secretKeys(environment: Environment = {}): Key[] {
  return Object.entries(environment).flatMap(keysIn)
}

/** A container's variables: of a secret one, the parts come from the secret by name. */
export function variablesOf(environment: Environment = {}, secret: string, fill: Fill): Variable[] {
  const from = (variable: string, { name: key, text }: Key) => {
    const optional = text.includes(':-') ? { optional: true } : {}
    return { name: variable, valueFrom: { secretKeyRef: { name: secret, key, ...optional } } }
  }
  return Object.entries(environment).flatMap(([name, compose]) => {
    const keys = keysIn([name, compose])
    const text = outside(compose)
    const whole = keys.find((key) => key.text === text)
    if (whole) return [from(name, whole)]
    const value = keys.reduce((composed, key) => composed.replace(key.text, `$(${key.name})`), text)
    return [...keys.map((key) => from(key.name, key)), { name, value: fill.text(value) }]
  })
}

/** A secret that the chart makes of its values, where the operator has none. */
export function secretOf(name: string, keys: readonly Key[], fill: Fill, annotations: object = {}): Entity {
  const stringData = Object.fromEntries(keys.map((key) => [key.name, fill.text(key.text)]))
  const metadata = { name, labels: { 'app.kubernetes.io/part-of': 'rank-tracker' }, annotations }
  return { when: 'not .Values.existingSecret', apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', stringData }
}
