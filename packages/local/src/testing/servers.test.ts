import { expect, it } from 'vitest'
import { hasAllImages } from './servers.ts'

it('tests run in containers only where every image is here, the one that clears up too', async () => {
  expect(await hasAllImages(async () => true)).toBe(true)
  for (const missing of ['postgres', 'nats', 'ryuk'])
    expect([missing, await hasAllImages(async (image) => !image.includes(missing))]).toEqual([missing, false])
  expect(await hasAllImages(() => Promise.reject(new Error('no engine')))).toBe(false)
})
