import { builtServices } from '@rts/shared/contract/services'
import { expect, it } from 'vitest'
import {
  containerOf,
  env,
  find,
  type More,
  objects,
  rendered,
  textOf,
  values,
  variablesSeen,
} from './support/chart/rendered.ts'

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

it('gives the plans and prices of compose unless others are given', () => {
  for (const name of ['plans', 'prices'])
    expect(JSON.parse(values.files[name])).toEqual(JSON.parse(textOf(`deploy/${name}.json`)))
})

/** The services whose pods another value changes. */
function restarted(more: More): string[] {
  const changed = rendered({ ...more, after: true })
  return [...builtServices, 'operator', 'nats'].filter(
    (name) => JSON.stringify(find(changed, 'Deployment', name)) !== JSON.stringify(find(objects, 'Deployment', name)),
  )
}
