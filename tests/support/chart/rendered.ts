import { readFileSync } from 'node:fs'
import path from 'node:path'
import { databaseServices } from '@rts/shared/contract/services'
import { parse } from 'yaml'
import { chartObjects } from '../../../scripts/generate/chart.ts'
import { parseCompose } from '../../../scripts/generate/compose-file.ts'
import { composeText, newEnv, root } from '../compose.ts'
import { valueFill } from './value-fill.ts'

export const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
export const compose = parseCompose(composeText)
export const broker = textOf('deploy/nats/nats.conf')
export const values = parse(textOf('deploy/chart/values.yaml'))
const hosts = Object.fromEntries(databaseServices.map((name) => [`${name.toUpperCase()}_DB_HOST`, 'postgres:5432']))
export const env: Record<string, string> = {
  ...newEnv(),
  ...hosts,
  SMTP_URL: 'smtp://mail:1025',
  SERPER_KEY: "o'clock %v {{",
}
const ingress = { ...values.ingress, host: 'rank.example.com' }

export type Entity = { kind: string; metadata: { name: string } } & Record<string, unknown>
/** More of the operator's: variables of `.env`, and entries of values.yaml. */
export type More = { env?: Record<string, string>; existingSecret?: string; after?: boolean }

/** The objects of a release with these values, without Helm. */
export const rendered = (more: More = {}): Entity[] => {
  const given = { ...values, ...more, ingress, env: { ...env, ...more.env } }
  const isMade: Record<string, boolean> = {
    'not .Values.existingSecret': !more.existingSecret,
    'not .Values.env.NATS_HOST': !more.env?.NATS_HOST,
    '.Values.env.OTLP_URL': true,
    '.Values.ingress.host': true,
    '.Values.after': more.after === true,
    'eq (toString .Values.env.MAIL_INTERNAL) "false"': more.env?.MAIL_INTERNAL === 'false',
  }
  return Object.values(chartObjects(compose, broker, valueFill(given))).flatMap((all) =>
    all.filter(({ when = '' }) => isMade[when] ?? when === '').map(({ when: _when, ...object }) => object),
  )
}
export const objects = rendered({ after: true })

// biome-ignore lint/suspicious/noExplicitAny: tests read objects as they come
export const find = (all: readonly Entity[], kind: string, name: string): any =>
  all.find((one) => one.kind === kind && one.metadata.name === name)
export const containerOf = (all: readonly Entity[], kind: string, name: string) =>
  find(all, kind, name).spec.template.spec.containers[0]

/** A container's variables as its program sees them, and the values that stand in the object itself. */
export function variablesSeen(
  given: { name: string; value?: string; valueFrom?: object }[],
  all: readonly Entity[],
): { read: Record<string, string>; open: string[] } {
  const read: Record<string, string> = {}
  for (const { name, value, valueFrom } of given) {
    const { secretKeyRef } = Object(valueFrom)
    read[name] =
      value?.replaceAll(/\$\((\w+)\)/g, (whole, other) => read[other] ?? whole) ??
      find(all, 'Secret', secretKeyRef.name).stringData[secretKeyRef.key]
  }
  return { read, open: given.flatMap(({ value = [] }) => value) }
}
