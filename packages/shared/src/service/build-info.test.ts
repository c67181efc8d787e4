import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { createBuildInfo, userAgentOf } from './build-info.ts'

it('metrics and requests to others name the release of the product', async () => {
  const registry = new Registry()
  createBuildInfo(registry)
  expect(await registry.metrics()).toContain(`build_info{version="${manifest.version}"`)
  expect(userAgentOf('https://ranks.example')).toBe(`RankTracker/${manifest.version} (+https://ranks.example)`)
})
