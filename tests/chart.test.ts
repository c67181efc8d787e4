import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { operationEntries } from '@rts/shared/contract/table'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { chartObjects, chartOf } from '../scripts/generate/chart.ts'
import { parseCompose } from '../scripts/generate/compose-file.ts'
import { faults, planted } from './support/chart/planted.ts'
import { faultsOf } from './support/chart/rules.ts'
import { schemaFaults } from './support/chart/schema.ts'
import { valueFill } from './support/chart/value-fill.ts'
import { composeText, environmentOf, newEnv, root } from './support/compose.ts'

// The objects are looked at, and rendered by Helm where there is one; no cluster runs here.
const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-chart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const compose = parseCompose(composeText)
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const values = parse(textOf('deploy/chart/values.yaml'))
const broker = textOf('deploy/nats/nats.conf')
const hosts = Object.fromEntries(databaseServices.map((name) => [`${name.toUpperCase()}_DB_HOST`, 'postgres:5432']))
const env: Record<string, string> = { ...newEnv(), ...hosts, SMTP_URL: 'smtp://mail:1025', SERPER_KEY: "o'clock %v {{" }
const ingress = { ...values.ingress, host: 'rank.example.com' }

type Entity = { kind: string; metadata: { name: string } } & Record<string, unknown>
/** More of the operator's: variables of `.env`, and entries of values.yaml. */
type More = { env?: Record<string, string>; existingSecret?: string; after?: boolean }
const rendered = (more: More = {}): Entity[] => {
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
const objects = rendered({ after: true })
// biome-ignore lint/suspicious/noExplicitAny: tests read objects as they come
const find = (all: readonly Entity[], kind: string, name: string): any =>
  all.find((one) => one.kind === kind && one.metadata.name === name)
const containerOf = (all: readonly Entity[], kind: string, name: string) =>
  find(all, kind, name).spec.template.spec.containers[0]
const allFaults = (all: readonly Entity[]) => [...faultsOf(all), ...all.flatMap(schemaFaults)]

describe('deploy/chart', () => {
  it('has no name that is nobody’s, no right that compose does not give, and no field that Kubernetes does not know', () => {
    expect(allFaults(objects)).toEqual([])
    expect(allFaults(rendered({ env: { MAIL_INTERNAL: 'false', NATS_HOST: 'mine:4222' } }))).toEqual([])
  })

  it.each([
    ...[...builtServices, 'operator', 'nats'].map((name) => ['Deployment', name, name] as const),
    ...databaseServices.flatMap((name) =>
      ['migrate', 'after'].map((step) => ['Job', `${step}-${name}`, `migrate-${name}`] as const),
    ),
  ])('%s %s has the variables, the program, the memory and the networks that it has in compose', (kind, name, of) => {
    const { env: given, command, args, resources } = containerOf(objects, kind, name)
    const { read, open } = variablesSeen(given, objects)
    expect(read).toMatchObject(environmentOf(of, env))
    const expected = compose.services[of]
    const secret = find(objects, 'Secret', 'environment').stringData
    for (const value of Object.values<string>(secret)) if (value) expect(open).not.toContain(value)
    const program = { operator: ['sleep', 'infinity'] }[name] ?? expected?.command
    expect([...(command ?? []), ...(args ?? [])]).toEqual([
      ...(program ?? []),
      ...(/^after-/.test(name) ? ['after'] : []),
    ])
    expect(resources.limits.memory.replace('Gi', 'g').replace('Mi', 'm')).toBe(expected?.mem_limit)
    const { labels } = find(objects, kind, name).spec.template.metadata
    const networks = Object.keys(labels).flatMap((label) => /^rank-tracker\/(.+)$/.exec(label)?.[1] ?? [])
    expect(networks).toEqual(expected?.networks)
  })

  it('with a secret of the operator’s makes none, and reads that one', () => {
    const own = rendered({ existingSecret: 'mine', after: true })
    expect(own.filter(({ kind }) => kind === 'Secret')).toEqual([])
    const names = own.flatMap((each) => JSON.stringify(each).match(/"secretKeyRef":\{"name":"[^"]*"/g) ?? [])
    expect(new Set(names)).toEqual(new Set(['"secretKeyRef":{"name":"mine"']))
  })

  it('with a broker of the operator’s makes none, and calls that one', () => {
    const own = rendered({ env: { NATS_HOST: 'mine:4222' } })
    expect(own.filter(({ metadata }) => metadata.name.startsWith('nats'))).toEqual([])
    for (const name of builtServices) {
      const { read } = variablesSeen(containerOf(own, 'Deployment', name).env, own)
      expect(read.NATS_URL).toBe(`nats://${name}:${env[`NATS_${name.toUpperCase()}_PASSWORD`]}@mine:4222`)
    }
  })

  it('restarts a service for what it reads, and for nothing else', () => {
    const changed = new Set(restarted({ env: { SERPER_KEY: 'another' } }))
    expect(changed).toEqual(new Set(['projects']))
    expect(new Set(restarted({ env: { LOG_LEVEL: 'debug' } }))).toEqual(new Set(builtServices))
    expect(restarted({ existingSecret: '' })).toEqual([])
  })

  it('leads out where compose’s networks do, and nowhere else', () => {
    const isOut = (rule: { to?: { ipBlock?: object }[] }) => rule.to?.some(({ ipBlock }) => ipBlock) ?? false
    const open = (all: readonly Entity[]) =>
      all.flatMap(({ kind, metadata, spec }) =>
        kind === 'NetworkPolicy' && (Object(spec).egress ?? []).some(isOut) ? [metadata.name] : [],
      )
    expect(open(objects)).toEqual(['outside-out'])
    expect(open(rendered({ env: { MAIL_INTERNAL: 'false' } }))).toEqual(['outside-out', 'mail-out'])
    expect(find(objects, 'NetworkPolicy', 'closed').spec).toMatchObject({ policyTypes: ['Ingress', 'Egress'] })
    expect(find(objects, 'NetworkPolicy', 'closed').spec.ingress).toBeUndefined()
    const [ipv4, ipv6] = find(objects, 'NetworkPolicy', 'outside-out').spec.egress[0].to
    expect(isLeftOut(ipv4.ipBlock.except, ['10.1.2.3', '172.31.0.1', '192.168.1.1', '169.254.169.254'])).toBe(true)
    expect(isLeftOut(ipv4.ipBlock.except, ['1.1.1.1'])).toBe(false)
    expect(isLeftOut(ipv6.ipBlock.except, ['fd00:ec2::254', 'fe80::1'])).toBe(true)
  })

  it('lets only the ingress controller’s and the monitoring’s namespace in', () => {
    const from = (name: string) => find(objects, 'NetworkPolicy', name).spec.ingress[0].from
    const namespace = (name: string) => ({
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } },
    })
    expect(from('edge')).toEqual([namespace('ingress-nginx')])
    expect(from('metrics')).toEqual([namespace('monitoring')])
  })

  it('takes the largest body of a call at its door', () => {
    const largest = Math.max(...operationEntries().map(([, { http }]) => http?.bodyLimitBytes ?? 0))
    const size = find(objects, 'Ingress', 'gateway').metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size']
    expect(Number.parseInt(size, 10) * 2 ** 20).toBeGreaterThan(largest)
  })

  it('has the version of the program', () => {
    const { version } = JSON.parse(textOf('package.json'))
    expect(parse(textOf('deploy/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version })
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
  const withEnv = (variables: Record<string, string>, ...secretsFile: string[]) => {
    const file = path.join(folder, 'env')
    writeFileSync(
      file,
      Object.entries(variables)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    const env = { PATH: process.env.PATH, ENV_FILE: file }
    expect(spawnSync('sh', ['deploy/chart-values.sh', valuesFile, ...secretsFile], { cwd: root, env }).status).toBe(0)
  }
  const template = (...more: string[]) =>
    run('template', 'one', 'deploy/chart', '-f', valuesFile, '--set', 'ingress.host=rank.example.com', ...more)

  it('deploy/chart-values.sh gives the chart what .env sets of what it reads, with the secrets or beside them', () => {
    withEnv({ ...env, POSTGRES_PASSWORD: 'never' })
    // It has secrets.
    expect(statSync(valuesFile).mode & 0o077).toBe(0)
    const read = new Set(JSON.stringify(chartOf(composeText, broker, '1')).match(/(?<=\.Values\.env\.)\w+/g))
    const set = Object.entries(env).filter(([name, value]) => value !== '' && read.has(name))
    expect(parse(readFileSync(valuesFile, 'utf8'))).toEqual({ env: Object.fromEntries(set) })

    const secretsFile = path.join(folder, 'secrets.env')
    withEnv(env, secretsFile)
    expect(statSync(secretsFile).mode & 0o077).toBe(0)
    const secrets = find(objects, 'Secret', 'environment').stringData
    const [inside, outside] = [true, false].map((isIn) => set.filter(([name]) => name in secrets === isIn))
    expect(parse(readFileSync(valuesFile, 'utf8'))).toEqual({ env: Object.fromEntries(outside ?? []) })
    expect(readFileSync(secretsFile, 'utf8').split('\n').filter(Boolean).sort()).toEqual(
      (inside ?? []).map((pair) => pair.join('=')).sort(),
    )
  })

  it.skipIf(!helm)(
    'Helm finds nothing against it, renders the same objects, and names a variable that is missing',
    () => {
      for (const more of [{}, { MAIL_INTERNAL: 'false', NATS_HOST: 'mine:4222', OTLP_URL: 'http://traces:4318' }]) {
        withEnv({ ...env, ...more })
        expect(run('lint', '--strict', 'deploy/chart', '-f', valuesFile)).toMatchObject({ status: 0 })
        const made = template()
        expect([made.status, made.stderr]).toEqual([0, ''])
        const sums = made.stdout.replaceAll(/rank-tracker\/read: "[0-9a-f]{64}"/g, 'rank-tracker/read: checksum')
        const all: Entity[] = parseAllDocuments(sums).flatMap((one) => one.toJS() ?? [])
        const sorted = (list: Entity[]) => list.toSorted((a, b) => idOf(a).localeCompare(idOf(b)))
        const isTraced = ({ metadata }: Entity) => 'OTLP_URL' in more || metadata.name !== 'traces'
        expect(sorted(all)).toEqual(sorted(rendered({ env: more }).filter(isTraced).map(withoutSums)))
      }
      withEnv({ ...env, NETWORK_KEY: '' })
      expect(template().stderr).toContain('NETWORK_KEY is missing')
      expect(template('--set', 'existingSecret=mine').stderr).toBe('')
    },
  )
})

const withoutSums = (entity: Entity): Entity =>
  JSON.parse(JSON.stringify(entity), (key, value) => (key === 'rank-tracker/read' ? 'checksum' : value))
const idOf = ({ kind, metadata: { name } }: Entity) => `${kind} ${name}`

/** A container's variables as its program sees them, and the values that stand in the object itself. */
function variablesSeen(given: { name: string; value?: string; valueFrom?: object }[], all: readonly Entity[]) {
  const read: Record<string, string> = {}
  for (const { name, value, valueFrom } of given) {
    const { secretKeyRef } = Object(valueFrom)
    read[name] =
      value?.replaceAll(/\$\((\w+)\)/g, (whole, other) => read[other] ?? whole) ??
      find(all, 'Secret', secretKeyRef.name).stringData[secretKeyRef.key]
  }
  return { read, open: given.flatMap(({ value = [] }) => value) }
}

/** The services whose pods another value changes. */
function restarted(more: More): string[] {
  const changed = rendered({ ...more, after: true })
  return [...builtServices, 'operator', 'nats'].filter(
    (name) => JSON.stringify(find(changed, 'Deployment', name)) !== JSON.stringify(find(objects, 'Deployment', name)),
  )
}

function isLeftOut(networks: readonly string[], addresses: readonly string[]): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), address.includes(':') ? 'ipv6' : 'ipv4')
  }
  return addresses.every((address) => list.check(address, address.includes(':') ? 'ipv6' : 'ipv4'))
}
