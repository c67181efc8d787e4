import { expect, it } from 'vitest'
import { welcome } from './welcome.ts'

const local = 'http://127.0.0.1:8080'
const connection = {
  baseUrl: `${local}/http/v1`,
  mcpUrl: `${local}/mcp`,
  appUrl: local,
  adminUrl: 'http://127.0.0.1:9090',
  natsUrl: 'nats://127.0.0.1:4222',
  apiKey: 'rts_sk_key',
  accountId: 'a',
  pid: 1,
}
const said = (publicUrl: string | undefined) =>
  welcome(connection, { isNew: { key: true, person: false }, folder: '/data', publicUrl })

it('leads people to the address that the pages are served under, and programs to this machine', () => {
  expect(said(undefined)).toContain(`dashboard    ${local} `)
  expect(said('https://ranks.example')).toContain('dashboard    https://ranks.example ')
  expect(said('https://ranks.example')).toContain(`curl -s ${local}/http/v1/projects`)
})
