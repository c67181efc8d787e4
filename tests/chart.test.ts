import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { chartObjects } from '../scripts/generate/chart.ts'
import { parseCompose } from '../scripts/generate/compose-file.ts'
import { faults, planted } from './support/chart/planted.ts'
import { faultsOf } from './support/chart/rules.ts'
import { schemaFaults } from './support/chart/schema.ts'
import { valueFill } from './support/chart/value-fill.ts'
import { composeText, environmentOf, newEnv, root } from './support/compose.ts'

// Kubernetes is not run: the objects are looked at, and rendered by Helm where there is one.
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-chart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const compose = parseCompose(composeText)
const values = parse(readFileSync(path.join(root, 'deploy/chart/values.yaml'), 'utf8'))
const hosts = Object.fromEntries(databaseServices.map((name) => [`${name.toUpperCase()}_DB_HOST`, 'postgres:5432']))
const env = { ...newEnv(), ...hosts, NATS_HOST: 'nats:4222', SMTP_URL: 'smtp://mail:1025', SERPER_KEY: "o'clock %v {{" }
const given = { ...values, env, ingress: { ...values.ingress, host: 'rank.example.com' } }

type Entity = { kind: string; metadata: { name: string } } & Record<string, unknown>
const rendered = (more: Record<string, string> = {}): Entity[] =>
  Object.values(chartObjects(compose, valueFill({ ...given, env: { ...env, ...more } }))).flatMap((objects) =>
    objects
      .filter(({ when }) => !when?.includes('MAIL_INTERNAL') || more.MAIL_INTERNAL === 'false')
      .map(({ when: _when, ...object }) => object),
  )
const objects = rendered()
// biome-ignore lint/suspicious/noExplicitAny: tests read objects as they come
const find = (all: readonly Entity[], kind: string, name: string): any =>
  all.find((one) => one.kind === kind && one.metadata.name === name)
const containerOf = (all: readonly Entity[], kind: string, name: string) =>
  find(all, kind, name).spec.template.spec.containers[0]
const allFaults = (all: readonly Entity[]) => [...faultsOf(all), ...all.flatMap(schemaFaults)]

describe('deploy/chart', () => {
  it('has no name that is nobody’s, no right that compose does not give, and no field that Kubernetes does not know', () => {
    expect(allFaults(objects)).toEqual([])
    expect(allFaults(rendered({ MAIL_INTERNAL: 'false' }))).toEqual([])
  })

  it.each([
    ...builtServices.map((name) => ['Deployment', name] as const),
    ['Deployment', 'operator'] as const,
    ...databaseServices.map((name) => ['Job', `migrate-${name}`] as const),
  ])('%s %s has the variables, the program, the memory and the networks that it has in compose', (kind, name) => {
    const { env: open, command, resources } = containerOf(objects, kind, name)
    const read = Object.fromEntries(open.map((one: { name: string; value: string }) => [one.name, one.value]))
    const secret = find(objects, 'Secret', name).stringData
    const expected = compose.services[name]
    expect({ ...read, ...secret }).toEqual(environmentOf(name, env))
    for (const value of Object.values<string>(secret)) if (value) expect(Object.values(read)).not.toContain(value)
    if (name !== 'operator') expect(command).toEqual(expected?.command)
    expect(resources.limits.memory.replace('i', '').toLowerCase()).toBe(expected?.mem_limit)
    const { labels } = find(objects, kind, name).spec.template.metadata
    const networks = Object.keys(labels).flatMap((label) => /^rank-tracker\/(.+)$/.exec(label)?.[1] ?? [])
    expect(networks).toEqual(expected?.networks)
  })

  it('leads out where compose’s networks do, and nowhere else', () => {
    const isOut = (rule: { to?: { ipBlock?: object }[] }) => rule.to?.some(({ ipBlock }) => ipBlock) ?? false
    const open = (all: readonly Entity[]) =>
      all.flatMap(({ kind, metadata, spec }) =>
        kind === 'NetworkPolicy' && (Object(spec).egress ?? []).some(isOut) ? [metadata.name] : [],
      )
    expect(open(objects)).toEqual(['outside-out'])
    expect(open(rendered({ MAIL_INTERNAL: 'false' }))).toEqual(['outside-out', 'mail-out'])
    expect(find(objects, 'NetworkPolicy', 'closed').spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(find(objects, 'NetworkPolicy', 'closed').spec.ingress).toBeUndefined()
  })

  it('gives the plans and prices of compose unless others are given', () => {
    for (const name of ['plans', 'prices'])
      expect(JSON.parse(values.files[name])).toEqual(
        JSON.parse(readFileSync(path.join(root, `deploy/${name}.json`), 'utf8')),
      )
  })

  it.each(faults)('$title is found', (fault) => {
    const found = allFaults(planted(objects, fault))
    expect(found.filter((each) => fault.said.test(each))).not.toEqual([])
  })

  const helm = findProgram('helm')
  if (!helm) process.stderr.write('no helm on the PATH: the chart’s templates are not rendered\n')
  const valuesFile = path.join(folder, 'values.yaml')
  const run = (...args: string[]) =>
    spawnSync(String(helm), args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e7,
      env: { HOME: folder, PATH: process.env.PATH },
    })
  const withEnv = (variables: Record<string, string>) => {
    const file = path.join(folder, 'env')
    writeFileSync(
      file,
      Object.entries(variables)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const env = { PATH: process.env.PATH, ENV_FILE: file }
    expect(spawnSync('sh', ['deploy/chart-values.sh', valuesFile], { cwd: root, env }).status).toBe(0)
  }
  const template = () =>
    run('template', 'one', 'deploy/chart', '-f', valuesFile, '--set', 'ingress.host=rank.example.com')

  it('deploy/chart-values.sh gives the chart what .env sets', () => {
    withEnv(env)
    // It has secrets.
    expect(statSync(valuesFile).mode & 0o077).toBe(0)
    const set = Object.entries(env).filter(([, value]) => value !== '')
    expect(parse(readFileSync(valuesFile, 'utf8'))).toEqual({ env: Object.fromEntries(set) })
  })

  it.skipIf(!helm)(
    'Helm finds nothing against it, renders the same objects, and names a variable that is missing',
    () => {
      for (const mail of ['true', 'false']) {
        withEnv({ ...env, MAIL_INTERNAL: mail })
        expect(run('lint', '--strict', 'deploy/chart', '-f', valuesFile)).toMatchObject({ status: 0 })
        const made = template()
        expect([made.status, made.stderr]).toEqual([0, ''])
        const sums = made.stdout.replaceAll(/rank-tracker\/values: "[0-9a-f]{64}"/g, 'rank-tracker/values: checksum')
        const all: Entity[] = parseAllDocuments(sums).flatMap((one) => one.toJS() ?? [])
        const sorted = (list: Entity[]) => list.toSorted((a, b) => idOf(a).localeCompare(idOf(b)))
        expect(sorted(all)).toEqual(sorted(rendered({ MAIL_INTERNAL: mail })))
      }
      withEnv({ ...env, NETWORK_KEY: '' })
      expect(template().stderr).toContain('NETWORK_KEY is missing')
    },
  )
})

const idOf = ({ kind, metadata: { name } }: Entity) => `${kind} ${name}`
