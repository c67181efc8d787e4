import { operationOf } from '@rts/shared/contract/table'
import { openApiDocument } from '@rts/shared/derive/openapi'
import { versionsText } from '@rts/shared/derive/versions-page'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { problem } from './support/simulated-service.ts'
import { type Call, call, type Key, startWorld, type World } from './support.ts'

// Planted before the gateway reads the table: no row is deprecated today.
Object.assign(operationOf('sites.list'), {
  deprecated: { since: '2026-01-01', sunset: '2026-07-01', instead: '`GET /projects/:id`' },
})
Object.assign(operationOf('sites.create'), {
  deprecatedFields: { 'body.tags': { since: '2026-02-01' }, 'response.created': { since: '2026-02-01' } },
})
Object.assign(operationOf('planner.list'), {
  deprecatedFields: { 'query.country': { since: '2026-03-01', sunset: '2026-12-01' } },
})

let world: World
let key: Key

beforeAll(async () => {
  world = await startWorld({ env: { PUBLIC_URL: 'https://ranks.example' } })
})
afterAll(() => world.stop())
beforeEach(async () => {
  key = await world.newKey()
  world.projects.answerWith()
})

const headersOf = async (more: Call) => {
  const reply = await call(world.gateway, { key: key.secret, ...more })
  return ['deprecation', 'sunset', 'link'].map((name) => reply.header(name))
}
const page = '<https://ranks.example/docs/versions>'
const link = `${page}; rel="deprecation"; type="text/html"`
const none = [undefined, undefined, undefined]

it('the answers of a deprecated row say since when, until when and where to read on, refusals and HEAD included', async () => {
  const said = ['@1767225600', 'Wed, 01 Jul 2026 00:00:00 GMT', `${link}, ${page}; rel="sunset"; type="text/html"`]
  expect(await headersOf({})).toEqual(said)
  expect(await headersOf({ method: 'HEAD' })).toEqual(said)
  world.projects.answerWith((_request, socket) => void socket.write(problem(400, 'invalid_input')))
  expect(await headersOf({ path: '/projects?limit=x' })).toEqual(said)
})

it('a deprecated field is announced to the calls that name it, and to no others', async () => {
  const create = (body: object) => headersOf({ method: 'POST', body: JSON.stringify(body) })
  const body = { name: 'A', domain: 'a.example' }
  expect(await create(body)).toEqual(none)
  expect(await create({ ...body, tags: [] })).toEqual(['@1769904000', undefined, link])
  expect(await headersOf({ path: '/projects/p1' })).toEqual(none)
})

it('the documents mark both, and say what comes instead', () => {
  const { paths } = Object(openApiDocument())
  expect(paths['/projects'].get).toMatchObject({ deprecated: true, description: expect.stringContaining('2026-07-01') })
  const { requestBody, responses, deprecated } = paths['/projects'].post
  expect(deprecated).toBeUndefined()
  expect(requestBody.content['application/json'].schema.properties).toMatchObject({ tags: { deprecated: true } })
  expect(responses[200].content['application/json'].schema.properties).toMatchObject({ created: { deprecated: true } })
  const parameters: unknown[] = paths['/projects/{id}/planner'].get.parameters
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'country', deprecated: true }))
  expect(Object.keys(responses[200].headers)).toContain('Sunset')
  expect(versionsText()).toContain('`GET /projects` is deprecated since 2026-01-01')
  expect(versionsText()).toContain('`query.country` of `GET /projects/:id/planner` is deprecated since 2026-03-01')
})
