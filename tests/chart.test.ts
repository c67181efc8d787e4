import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { faults, planted } from './support/chart/planted.ts'
import {
  compose,
  containerOf,
  type Entity,
  env,
  find,
  objects,
  rendered,
  textOf,
  variablesSeen,
} from './support/chart/rendered.ts'
import { faultsOf } from './support/chart/rules.ts'
import { schemaFaults } from './support/chart/schema.ts'
import { environmentOf } from './support/compose.ts'

const allFaults = (all: readonly Entity[]) => [...faultsOf(all), ...all.flatMap(schemaFaults)]

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

it('has the version of the program', () => {
  const { version } = JSON.parse(textOf('package.json'))
  expect(parse(textOf('deploy/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version })
})

it.each(faults)('$title is found', (fault) => {
  const found = allFaults(planted(objects, fault))
  expect(found.filter((each) => fault.said.test(each))).not.toEqual([])
})
