import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findProgram } from '@rts/local/nats-server'
import { afterAll, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { chartOf } from '../scripts/generate/chart.ts'
import { broker, type Entity, env, find, objects, rendered } from './support/chart/rendered.ts'
import { composeText, root } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-chart-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

const withoutSums = (entity: Entity): Entity =>
  JSON.parse(JSON.stringify(entity), (key, value) => (key === 'rank-tracker/read' ? 'checksum' : value))
const idOf = ({ kind, metadata: { name } }: Entity) => `${kind} ${name}`
