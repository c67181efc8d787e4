import { expect, it } from 'vitest'
import { z } from 'zod'
import documented from '../../fixtures/dataforseo-flights.json' with { type: 'json' }
import { call, useSandbox } from '../../testing/client.ts'

const sandbox = useSandbox()
const auth = { authorization: `Basic ${Buffer.from('me:secret').toString('base64')}` }
const send = (path: string, body?: unknown, headers: Record<string, string> = auth) =>
  call(`${sandbox.url()}/dataforseo/v3/serp/google/organic/${path}`, body === undefined ? 'GET' : 'POST', body, headers)

const item = z.looseObject({
  type: z.string(),
  rank_group: z.int(),
  rank_absolute: z.int(),
  url: z.string().optional(),
})
const result = z.looseObject({
  items: z.array(item).optional(),
  items_count: z.int().optional(),
  id: z.string().optional(),
  tag: z.string().optional(),
})
const envelope = z.looseObject({
  status_code: z.int(),
  cost: z.number(),
  tasks_error: z.int(),
  tasks: z
    .array(
      z.looseObject({
        id: z.string(),
        status_code: z.int(),
        status_message: z.string(),
        cost: z.number(),
        data: z.looseObject({}),
        result: z.array(result).nullable(),
      }),
    )
    .nullable(),
})

async function ask(path: string, body?: unknown) {
  const reply = await send(path, body)
  expect(reply.status).toBe(200)
  const read = envelope.parse(reply.json())
  return { ...read, first: read.tasks?.[0], items: read.tasks?.[0]?.result?.[0]?.items ?? [] }
}
const task = (over: object = {}) => ({ keyword: 'garden chairs', location_code: 2840, language_code: 'en', ...over })

it('has every key of the documented answer, task, result and organic element', async () => {
  const answer = await ask('live/advanced', [task()])
  expect(Object.keys(answer)).toEqual(expect.arrayContaining(Object.keys(documented)))
  const [shown] = documented.tasks
  expect(Object.keys(answer.first ?? {})).toEqual(expect.arrayContaining(Object.keys(shown ?? {})))
  expect(Object.keys(answer.first?.result?.[0] ?? {})).toEqual(
    expect.arrayContaining(Object.keys(shown?.result[0] ?? {})),
  )
  const organic = answer.items.find((each) => each.type === 'organic')
  expect(Object.keys(organic ?? {})).toEqual(expect.arrayContaining(Object.keys(shown?.result[0]?.items[0] ?? {})))
})

it('counts rank_group within organic results and rank_absolute over all elements, down to the depth', async () => {
  const { items, first } = await ask('live/advanced', [task({ keyword: 'garden 3', depth: 100, tag: 'a:b' })])
  expect(items.map((each) => each.rank_absolute)).toEqual(items.map((_, i) => i + 1))
  const organic = items.filter((each) => each.type === 'organic')
  expect(organic.map((each) => each.rank_group)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
  expect(new Set(items.map((each) => each.type)).size).toBeGreaterThan(1)
  expect(first).toMatchObject({
    status_code: 20000,
    cost: 0.02,
    data: { tag: 'a:b', keyword: 'garden 3', se: 'google' },
  })
})

it('runs posted tasks: in the queue while the delay lasts, listed as ready until fetched, same items as live', async () => {
  await call(`${sandbox.url()}/control/queue`, 'POST', { delayMs: 60_000 })
  const posted = await ask('task_post', [task({ tag: 'one' }), task({ keyword: '' })])
  expect(posted.tasks?.map((each) => each.status_code)).toEqual([20100, 40501])
  expect(posted).toMatchObject({ cost: 0.0006, tasks_error: 1, status_code: 20000 })
  const id = posted.first?.id
  const listed = async () => (await ask('tasks_ready')).first?.result?.map((each) => each.id)
  expect((await ask(`task_get/advanced/${id}`)).first).toMatchObject({ status_code: 40602, result: null })
  expect(await listed()).not.toContain(id)
  await call(`${sandbox.url()}/control/queue`, 'POST', { delayMs: 0 })
  expect(await listed()).toContain(id)
  const got = await ask(`task_get/advanced/${id}`)
  expect(got.items).toEqual((await ask('live/advanced', [task()])).items)
  expect(got.first?.data).toMatchObject({ tag: 'one' })
  expect(await listed()).not.toContain(id)
})

it.each([{ keyword: 1 }, { location_code: 2999 }, { language_code: undefined }, { depth: 201 }])(
  'names the bad field of a task: %j',
  async (over) => {
    const { first } = await ask('live/advanced', [task(over)])
    const status_message = `Invalid Field: '${Object.keys(over)[0]}'.`
    expect(first).toMatchObject({ status_code: 40501, status_message, cost: 0 })
  },
)

it('answers 40102 for a page without results', async () => {
  await call(`${sandbox.url()}/control/serp`, 'PUT', { keyword: 'nothing here', organic: [] })
  const { first } = await ask('live/advanced', [task({ keyword: 'nothing here' })])
  expect(first).toMatchObject({ status_code: 40102, result: null })
})

it('refuses a hundred and one tasks, two live ones, and unknown ids; without credentials it is 401 with code 40100', async () => {
  expect(await ask('task_post', Array(101).fill(task()))).toMatchObject({ status_code: 40006, tasks: null })
  expect((await ask('live/advanced', [task(), task()])).status_code).toBe(40000)
  expect((await ask('task_get/advanced/none')).first?.status_code).toBe(40401)
  const reply = await send('live/advanced', [task()], {})
  expect([reply.status, Object(reply.json()).status_code]).toEqual([401, 40100])
})
