import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { activeConsumers } from '@rts/shared/contract/events'
import {
  builtServices,
  databaseServices,
  serviceNames,
  services,
  upstreamNames,
  urlVariable,
} from '@rts/shared/contract/services'
import { operationEntries } from '@rts/shared/contract/table'
import { ownedNames } from '@rts/shared/derive/owned'
import { subjectsOwnedBy, subjectsSentBy } from '@rts/shared/derive/subjects'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { composeText, environmentOf, newEnv, root } from './support/compose.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const has = (service: string, file: string) => existsSync(path.join(root, 'services', service, file))
const wordsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

describe.each(serviceNames)('the list says of %s', (name) => {
  const { isBuilt, hasDatabase, doors } = services[name]

  it('whether it is built and has a database, as its folder does', () => {
    expect(has(name, 'src/main.ts')).toBe(isBuilt)
    expect(has(name, 'prisma/schema.prisma')).toBe(isBuilt && hasDatabase)
    if (isBuilt && hasDatabase) expect(has(name, 'src/migrate.ts')).toBe(true)
  })

  it('which doors lead to it, as its rows do', () => {
    const overRest = operationEntries().filter(([, row]) => row.owner === name && row.http)
    expect(doors.includes('rest')).toBe(overRest.length > 0)
  })

  it('that it serves something only once it is built', () => {
    if (!isBuilt) expect(ownedNames(name)).toEqual([])
  })
})

it('a delivery goes to services that keep something: their inbox is in their database', () => {
  const heard = activeConsumers([]).map((consumer) => consumer.split('.')[0])
  expect(serviceNames.filter((name) => services[name].hasDatabase)).toEqual(expect.arrayContaining(heard))
})

describe('what other programs read says the same', () => {
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({ build: z.looseObject({ args: z.unknown().optional() }).optional() }),
      ),
    })
    .parse(parse(composeText, { merge: true, maxAliasCount: 1_000 }))
  const containers = Object.keys(compose.services)

  it('docker-compose.yml: a container for each service that is built, and a step for each database', () => {
    const built = Object.entries(compose.services).filter(([, { build }]) => build?.args)
    const wanted = [...builtServices, ...databaseServices.map((name) => `migrate-${name}`)]
    expect(built.map(([name]) => name).sort()).toEqual(wanted.sort())
    for (const [name, { build }] of built)
      expect([name, build?.args]).toEqual([name, { SERVICE: name.replace('migrate-', '') }])
  })

  it('docker-compose.yml: the gateway knows the address of each service that runs, and of no other', () => {
    const environment = environmentOf('gateway', newEnv())
    const urls = upstreamNames.map((name) => [name, environment[urlVariable(name)]])
    expect(urls).toEqual(upstreamNames.map((name) => [name, containers.includes(name) ? `http://${name}:8080` : '']))
  })

  it('deploy/nats/nats.conf: one user a service, who hears and sends what its code does', () => {
    const users = [
      ...read('deploy/nats/nats.conf').matchAll(/user: (\w+),[^[]*subscribe: (\[.*\])\s*publish: (\[.*\])/g),
    ]
    const rights = users.map(([, name, hears = '', sends = '']) => ({
      name,
      hears: JSON.parse(hears),
      sends: JSON.parse(sends).sort(),
    }))
    const wanted = builtServices.map((name) => ({
      name,
      hears: [...subjectsOwnedBy(name), `_INBOX.${name}.>`],
      sends: subjectsSentBy(name).sort(),
    }))
    const operator = { name: 'operator', hears: ['_INBOX.operator.>'], sends: ['rpc.*.>'] }
    expect(rights).toEqual([...wanted, operator])
  })

  it('deploy/postgres/services.sh: a role and a database for each that has one', () => {
    const [, names = ''] = /\$\{DATABASES:-([\w ]+)\}/.exec(read('deploy/postgres/services.sh')) ?? []
    expect(names.split(' ')).toEqual(databaseServices)
  })

  it('deploy/stack.sh: a secret for each service, and for what they stand on', () => {
    const secrets = wordsOf(read('deploy/stack.sh'), /^secret (\w+) </gm)
    expect(secrets.sort()).toEqual([...builtServices, 'operator', 'postgres', 'nats'].sort())
  })

  it('docs/operations.md: the databases that are backed up', () => {
    expect(wordsOf(read('docs/operations.md'), /^for name in ([\w ]+); do$/gm)).toEqual([databaseServices.join(' ')])
  })
})
