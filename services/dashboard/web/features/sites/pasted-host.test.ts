import { expect, it } from 'vitest'
import { hostOf } from './pasted-host.ts'

it.each([
  ['https://www.tokokopi.co.id/menu?x=1', 'tokokopi.co.id'],
  ['http://tokokopi.co.id', 'tokokopi.co.id'],
  ['//cdn.tokokopi.co.id/a.js', 'cdn.tokokopi.co.id'],
  ['  TokoKopi.co.id/  ', 'tokokopi.co.id'],
  ['tokokopi.co.id?utm_source=x', 'tokokopi.co.id'],
  ['tokokopi.co.id#menu', 'tokokopi.co.id'],
  ['tokokopi.co.id.', 'tokokopi.co.id'],
  ['www.bücher.de/regal', 'bücher.de'],
  ['blog.example.com', 'blog.example.com'],
  ['www.com', 'www.com'],
  ['www.', 'www'],
])('%s is the website %s', (pasted, host) => {
  expect(hostOf(pasted)).toBe(host)
})

it.each(['tokokopi', 'ann@example.com', 'example.com:8080', 'two words', ''])(
  '%j is no website, and stays as it is for the service to refuse',
  (text) => {
    expect(hostOf(text)).toBe(text)
  },
)
