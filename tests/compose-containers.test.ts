import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { thriftyMalloc } from '@rts/local/system/programs'
import { builtServices } from '@rts/shared/contract/services'
import { portOf } from '@rts/shared/service/health'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { composeText, root } from './support/compose.ts'

const container = z.object({
  user: z.string().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()),
  security_opt: z.array(z.string()),
  logging: z.object({ options: z.record(z.string(), z.string()) }),
  networks: z.array(z.string()),
  mem_limit: z.string().regex(/^(\$\{POSTGRES_MEMORY:-)?\d+[mg]\}?$/),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const file = z
  .object({
    services: z.record(z.string(), container),
    networks: z.record(z.string(), z.object({ internal: z.union([z.boolean(), z.string()]).optional() })),
  })
  .parse(parse(composeText, { merge: true, maxAliasCount: 1_000 }))
const containers = Object.entries(file.services)
const onNetwork = (network: string) =>
  containers.flatMap(([name, { networks }]) => (networks.includes(network) ? [name] : []))

describe('docker-compose.yml', () => {
  it.each(containers)(
    '%s has no capability it can do without, gains none, and its log and its memory are bounded',
    (name, given) => {
      expect(given).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(Object.keys(given.logging.options).sort()).toEqual(['max-file', 'max-size'])
      // Only the database writes outside /tmp.
      expect(given.read_only === true).toBe(name !== 'postgres')
    },
  )

  it('programs in images give free memory back as those of npm start do', () => {
    const settings = Object.entries(thriftyMalloc).map(([name, value]) => `${name}=${value}`)
    expect(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).toContain(`ENV ${settings.join(' ')}`)
  })

  it('a container whose image would run as root names another user', () => {
    // The images of the services set one themselves, and the database's start ends as postgres.
    for (const name of ['nats', 'mail', 'lb', 'prometheus', 'alertmanager', 'node', 'blackbox'])
      expect(file.services[name]?.user).not.toMatch(/^(0|root|undefined)/)
  })

  it('lb and the services that ask providers of anything reach the outside, a gateway only where its mail server is there', () => {
    const open = Object.entries(file.networks).filter(([, { internal }]) => internal !== true)
    expect(open.map(([name, { internal }]) => [name, internal, onNetwork(name)])).toEqual([
      ['door', undefined, ['lb']],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
      ['inside', '${INSIDE_INTERNAL:-true}', onNetwork('inside')],
      ['outside', undefined, ['projects', 'research', 'content', 'dashboard', 'alertmanager', 'blackbox']],
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
      ['mail', '${MAIL_INTERNAL:-true}', ['gateway', 'dashboard', 'alertmanager', 'mail']],
    ])
  })

  it('the probe of a service says what its readiness says, without starting a Node', async () => {
    const [, , , script = ''] = file.services.gateway?.healthcheck?.test ?? []
    for (const name of builtServices)
      expect(file.services[name]?.healthcheck?.test).toEqual(['CMD', 'bash', '-c', script])
    let status = 200
    const admin = http.createServer((req, res) => void res.writeHead(req.url === '/readyz' ? status : 404).end())
    await once(admin.listen(0, '127.0.0.1'), 'listening')
    const text = script.replaceAll('$$', '$').replace('9090', String(portOf(admin.address())))
    const probe = async () => (await once(spawn('bash', ['-c', text], { env: {}, stdio: 'ignore' }), 'exit'))[0]
    expect(await probe()).toBe(0)
    status = 503
    expect(await probe()).not.toBe(0)
    admin.close()
    await once(admin, 'close')
    expect(await probe()).not.toBe(0)
  })
})

it.each(['.dockerignore', '.gitignore'])('%s keeps out dumps, lists of keywords and every .env', (name) => {
  const lines = readFileSync(path.join(root, name), 'utf8').replaceAll('**/', '').split('\n')
  expect(lines).toEqual(expect.arrayContaining(['*.dump', '*.csv', '.env*', '.data']))
})

it('the sandbox of deploy/sandbox.yml is a program of the operator’s image, whose files are there', () => {
  const { services } = z
    .object({ services: z.looseObject({ sandbox: z.object({ image: z.string(), entrypoint: z.array(z.string()) }) }) })
    .parse(parse(readFileSync(path.join(root, 'deploy/sandbox.yml'), 'utf8')))
  const { image, entrypoint } = services.sandbox
  expect(image).toContain('rank-tracker-operator:')
  const [, program = ''] = entrypoint
  expect(existsSync(path.join(root, program))).toBe(true)
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  const [, operators = ''] = /AS commands\n([\s\S]*?)\nFROM/.exec(dockerfile) ?? []
  const copied = [...operators.matchAll(/COPY (\S+) \1$/gm)].map(([, folder]) => folder)
  expect(copied).toContain(program.split('/').slice(0, 2).join('/'))
})

const installed = [...builtServices.map((service) => `services/${service}`), 'packages/local']
it.each(installed)('the image of %s has every package of this workspace that it needs', (program) => {
  const manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
  const needs = (folder: string): string[] => {
    const { dependencies } = manifest.parse(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')))
    const own = Object.keys(dependencies).filter((name) => name.startsWith('@rts/'))
    return own.map((name) => name.replace('@rts/', 'packages/')).flatMap((one) => [one, ...needs(one)])
  }
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  for (const folder of needs(program)) expect(dockerfile).toContain(`COPY ${folder} ${folder}\n`)
})

it('images keep the pages’ sources that the dashboard’s service reads', () => {
  const src = path.join(root, 'services/dashboard/src')
  const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.ts$/.test(file),
  )
  const needed = new Set<string>()
  const read = (file: string) => {
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export) [^']*'(\.[^']*)'/gm)) {
      const [, page] = /services\/dashboard\/web\/(.*)/.exec(path.resolve(path.dirname(file), from)) ?? []
      if (page === undefined || needed.has(page)) continue
      needed.add(page)
      read(path.join(src, '../web', page))
    }
  }
  for (const file of sources) read(path.join(src, file))
  const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8')
  const deletions = [...dockerfile.matchAll(/find \S*\/web"? -type f (.*?) -delete/g)]
  expect(deletions).toHaveLength(2)
  for (const [, kept = ''] of deletions)
    expect(new Set([...kept.matchAll(/! -name (\S+)/g)].map(([, name]) => name))).toEqual(needed)
})
