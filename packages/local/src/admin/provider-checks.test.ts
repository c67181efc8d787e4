import { AppError } from '@rts/shared/errors'
import { expect, it } from 'vitest'
import { checkProviders, listProviders } from './provider-checks.ts'

const area = { area: 'results pages', on: [], simulated: [], hint: 'no provider has a key' }
const probe = { provider: 'serper', capability: 'results page', isSet: false, asks: 'coffee', heldUsd: 0.002 }

it('providers of a service that does not run are left out, with its name', async () => {
  const call = async (name: string) => {
    if (name.startsWith('content')) throw new AppError('unavailable', 'The service behind this is not reachable')
    return name.startsWith('projects') ? { areas: [area], probes: [probe] } : { areas: [], probes: [] }
  }
  const said: string[] = []
  // safe because these commands ask for the lists of providers alone
  const listed = await listProviders(call as never, (line) => said.push(line))
  const checked = await checkProviders(call as never, {}, (line) => said.push(line))
  expect([listed.areas, checked.notSet]).toEqual([[area], ['serper: results page']])
  expect(said.filter((line) => line === 'content does not run: its providers are left out')).toHaveLength(2)
})
