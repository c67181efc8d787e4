import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { builtServices, databaseServices, upgradeOrder } from '@rts/shared/contract/services'
import { afterAll, describe, expect, it } from 'vitest'
import { root, type Variables } from './support/compose.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'rank-tracker-upgrade-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Given = {
  /** How many replicas of a service run; one of each by default. */
  replicas?: Partial<Record<string, number>>
  /** The service whose new replicas never become healthy. */
  ill?: string
  /** The migration that fails. */
  broken?: string
  shell?: Variables
  args?: string[]
}

/**
 * Runs deploy/upgrade.sh with a docker and a compose that play containers: a file for each, with its service, its tag and its health.
 * Answers what was asked of both, and the containers afterwards.
 */
function upgrade(name: string, { replicas = {}, ill = '', broken = '', shell = {}, args = [] }: Given = {}) {
  const own = path.join(folder, name)
  const containers = path.join(own, 'containers')
  mkdirSync(path.join(own, 'bin'), { recursive: true })
  mkdirSync(containers)
  for (const service of [...builtServices, 'nats'])
    for (let i = 0; i < (replicas[service] ?? 1); i++) writeFileSync(path.join(containers, `old-${service}-${i}`), '1')
  const compose = `#!/bin/sh
echo "compose $*" >> '${own}/asked'
cd '${containers}'
case "$*" in
  'ps -q '*) ls | grep -e "-$3-" ;;
  *"migrate-${broken || 'none'}"*) exit 1 ;;
  'up '*) for last; do :; done
    wanted="\${*##*--scale $last=}"; wanted="\${wanted%% *}"
    i=0; while [ "$(ls | grep -c -e "-$last-")" -lt "$wanted" ]; do echo "$IMAGE_TAG" > "new-$last-$i"; i=$((i + 1)); done ;;
esac
exit 0
`
  const docker = `#!/bin/sh
cd '${containers}'
for last; do :; done
case "$1 $2" in
  'image inspect') case "$3" in *":9") exit 1 ;; esac ;;
  'inspect -f') case "$3 $last" in *Health*new-${ill || 'none'}-*) echo true starting ;; *Health*) echo true healthy ;; *) echo true ;; esac ;;
  'rm '*) echo "docker $*" >> '${own}/asked'; rm "$last" ;;
  *) echo "docker $*" >> '${own}/asked' ;;
esac
`
  writeFileSync(path.join(own, 'bin/docker'), docker, { mode: 0o755 })
  writeFileSync(path.join(own, 'bin/sleep'), '#!/bin/sh\n', { mode: 0o755 })
  writeFileSync(path.join(own, 'compose'), compose, { mode: 0o755 })
  writeFileSync(path.join(own, 'env'), 'IMAGE_TAG=1\nREGISTRY=registry.example.com/\n')
  const variables = { COMPOSE: path.join(own, 'compose'), ENV_FILE: path.join(own, 'env'), WAIT_SECONDS: '1' }
  const PATH = `${path.join(own, 'bin')}:${process.env.PATH}`
  const env = { PATH, ...variables, IMAGE_TAG: '2', ...shell }
  const ran = spawnSync('sh', ['deploy/upgrade.sh', ...args], { cwd: root, env, encoding: 'utf8' })
  const asked = existsSync(path.join(own, 'asked')) ? readFileSync(path.join(own, 'asked'), 'utf8').trim() : ''
  const tagOf = (file: string) => readFileSync(path.join(containers, file), 'utf8').trim()
  return {
    status: ran.status,
    said: ran.stdout,
    error: ran.stderr,
    asked: asked.split('\n').filter((line) => line !== '' && !line.startsWith('compose ps')),
    containers: Object.fromEntries(readdirSync(containers).map((file) => [file, tagOf(file)])),
  }
}

describe('deploy/upgrade.sh', () => {
  it('migrates first, then starts the new of a service beside the old, and removes these once they are healthy', () => {
    const { status, asked, containers, error } = upgrade('whole', { replicas: { gateway: 2 } })
    expect([status, error]).toEqual([0, ''])
    const migrations = databaseServices.map(
      (name) => `compose run --rm --no-deps -T migrate-${name} node src/migrate.ts before`,
    )
    expect(asked.slice(0, migrations.length + 1).sort()).toEqual([...migrations, 'compose kill -s HUP nats'].sort())
    expect(asked.indexOf('compose kill -s HUP nats')).toBe(migrations.length)
    expect(asked.flatMap((line) => /^compose up .* (\w+)$/.exec(line)?.[1] ?? [])).toEqual(upgradeOrder)
    expect(asked.slice(-5)).toEqual([
      'compose up -d --no-deps --no-build --no-recreate --scale gateway=4 gateway',
      'docker stop old-gateway-0',
      'docker rm old-gateway-0',
      'docker stop old-gateway-1',
      'docker rm old-gateway-1',
    ])
    const replaced = builtServices.map((name) => [`new-${name}-0`, '2'])
    expect(containers).toEqual({ ...Object.fromEntries(replaced), 'new-gateway-1': '2', 'old-nats-0': '1' })
  })

  it('a new one that does not become healthy is removed, and the old run on', () => {
    const { status, asked, containers, error } = upgrade('ill', { ill: 'mcp' })
    expect([status, error]).toEqual([1, expect.stringContaining('mcp: the new did not become healthy')])
    expect(asked.at(-1)).toBe('docker rm -f new-mcp-0')
    expect(asked).not.toContain('docker stop old-mcp-0')
    expect(containers).toMatchObject({ 'old-mcp-0': '1', 'old-gateway-0': '1', 'new-projects-0': '2' })
    expect(containers).not.toHaveProperty('new-mcp-0')
  })

  it('after a migration that failed no service is replaced', () => {
    const { status, asked, containers, error } = upgrade('broken', { broken: 'content' })
    expect([status, error]).toEqual([1, expect.stringContaining('migrate-content failed')])
    expect(asked.filter((line) => !line.includes('run --rm'))).toEqual([])
    expect(Object.values(containers)).toEqual(Object.values(containers).map(() => '1'))
  })

  it('changes nothing without the images; a variable of the shell wins over the file, as in compose', () => {
    const missing = upgrade('missing', { shell: { IMAGE_TAG: '9' } })
    expect(missing).toMatchObject({ status: 1, asked: [] })
    expect(missing.error).toContain('There is no image registry.example.com/rank-tracker-projects:9')
    expect(upgrade('file', { shell: { IMAGE_TAG: '' } }).containers).toMatchObject({ 'new-gateway-0': '1' })
  })

  it('leaves out services that do not run, and removes what only the release before needed in a step of its own', () => {
    const { containers, said } = upgrade('some', { replicas: { mcp: 0, nats: 0 } })
    expect(said).toContain('mcp: does not run')
    expect(Object.keys(containers).filter((name) => /mcp|nats/.test(name))).toEqual([])
    const { status, asked } = upgrade('after', { args: ['after'] })
    const steps = databaseServices.map((name) => new RegExp(`migrate-${name} node src/migrate.ts after$`))
    expect([status, asked.length]).toEqual([0, steps.length])
    for (const step of steps) expect(asked).toContainEqual(expect.stringMatching(step))
  })
})
