import { existsSync } from 'node:fs'
import path from 'node:path'
import { activeConsumers } from '@rts/shared/contract/events'
import { builtServices, databaseServices, serviceNames, services, upgradeOrder } from '@rts/shared/contract/services'
import { operationEntries } from '@rts/shared/contract/table'
import { ownedNames } from '@rts/shared/derive/owned'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { composeText, root } from './support/compose.ts'

const has = (service: string, file: string) => existsSync(path.join(root, 'services', service, file))

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

it('an upgrade replaces an owner before those that call it, and the gateway, which calls the others over HTTP, last', () => {
  expect(upgradeOrder.toSorted()).toEqual(builtServices.toSorted())
  expect(upgradeOrder.at(-1)).toBe('gateway')
  for (const [nth, name] of upgradeOrder.entries()) {
    const early = services[name].calls.filter((owner) => owner !== 'gateway' && upgradeOrder.indexOf(owner) > nth)
    expect([name, early]).toEqual([name, []])
  }
})

describe('docker-compose.yml', () => {
  const compose = z
    .object({
      services: z.record(
        z.string(),
        z.looseObject({ build: z.looseObject({ args: z.unknown().optional() }).optional() }),
      ),
    })
    .parse(parse(composeText, { merge: true, maxAliasCount: 1_000 }))

  it('has a container for each service that is built, and a step for each database', () => {
    const built = Object.entries(compose.services).filter(([, { build }]) => build?.args)
    const wanted = [...builtServices, ...databaseServices.map((name) => `migrate-${name}`)]
    expect(built.map(([name]) => name).sort()).toEqual(wanted.sort())
    for (const [name, { build }] of built)
      expect([name, build?.args]).toEqual([name, { SERVICE: name.replace('migrate-', '') }])
  })
})
