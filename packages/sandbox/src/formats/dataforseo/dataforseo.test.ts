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

it('gives the eight results of coffee in the US', async () => {
  const { items } = await ask('live/advanced', [task({ keyword: 'Coffee', depth: 100 })])
  const urls = items.filter((each) => each.type === 'organic').map((each) => each.url)
  expect(urls).toHaveLength(8)
  expect(urls[2]).toBe('https://www.peets.com/')
  expect(urls[7]).toBe('https://www.stumptowncoffee.com/')
})

it('runs posted tasks: created, listed as ready until fetched, same items as live', async () => {
  const posted = await ask('task_post', [
    task({ tag: 'one' }),
    task({ keyword: 'b', depth: 30 }),
    task({ keyword: '' }),
  ])
  expect(posted.tasks?.map((each) => each.status_code)).toEqual([20100, 20100, 40501])
  expect(posted).toMatchObject({ cost: 0.0024, tasks_error: 1, status_code: 20000 })
  const ids = posted.tasks?.map((each) => each.id) ?? []
  const listed = async () => (await ask('tasks_ready')).first?.result?.map((each) => each.id)
  expect(await listed()).toEqual(expect.arrayContaining(ids.slice(0, 2)))
  const got = await ask(`task_get/advanced/${ids[0]}`)
  expect(got.items).toEqual((await ask('live/advanced', [task()])).items)
  expect(got.first?.data).toMatchObject({ tag: 'one' })
  expect(await listed()).not.toContain(ids[0])
  expect(await listed()).toContain(ids[1])
})

it('says that a task is in the queue while the delay lasts, and is not listed as ready', async () => {
  await call(`${sandbox.url()}/control/queue`, 'POST', { delayMs: 60_000 })
  const id = (await ask('task_post', [task()])).first?.id
  expect((await ask(`task_get/advanced/${id}`)).first).toMatchObject({ status_code: 40602, result: null })
  expect((await ask('tasks_ready')).first?.result?.map((each) => each.id)).not.toContain(id)
  await call(`${sandbox.url()}/control/queue`, 'POST', { delayMs: 0 })
  expect((await ask(`task_get/advanced/${id}`)).first?.status_code).toBe(20000)
})

it('names the bad field of a task', async () => {
  const bad = [
    { keyword: 1 },
    { location_code: 2999 },
    { location_code: 12 },
    { language_code: undefined },
    { device: 'fridge' },
    { depth: 201 },
  ]
  for (const over of bad) {
    const { first } = await ask('live/advanced', [task(over)])
    expect(first).toMatchObject({
      status_code: 40501,
      status_message: `Invalid Field: '${Object.keys(over)[0]}'.`,
      cost: 0,
    })
  }
})

it('reads locations by ISO number and by name', async () => {
  const urls = async (over: object) => (await ask('live/advanced', [task(over)])).items.map((each) => each.url)
  const british = await urls({ location_code: 2826 })
  expect(await urls({ location_code: undefined, location_name: 'United Kingdom' })).toEqual(british)
  const london = await urls({ location_code: undefined, location_name: 'London,England,United Kingdom' })
  expect(london).not.toEqual(british)
  expect(london.toSorted()).toEqual(british.toSorted())
  expect(await urls({})).not.toEqual(british)
})

it('answers 40102 for a page without results', async () => {
  await call(`${sandbox.url()}/control/serp`, 'PUT', { keyword: 'nothing here', organic: [] })
  const { first } = await ask('live/advanced', [task({ keyword: 'nothing here' })])
  expect(first).toMatchObject({ status_code: 40102, result: null })
})

it('refuses a hundred and one tasks, two live ones, none, and unknown ids and paths', async () => {
  expect(await ask('task_post', Array(101).fill(task()))).toMatchObject({ status_code: 40006, tasks: null })
  expect((await ask('task_post', Array(100).fill(task()))).tasks).toHaveLength(100)
  expect((await ask('live/advanced', [task(), task()])).status_code).toBe(40000)
  expect((await ask('live/advanced', '{')).status_code).toBe(40503)
  expect((await ask('task_get/advanced/none')).first?.status_code).toBe(40401)
  expect((await send('nowhere')).status).toBe(404)
})

it('401 with code 40100 without credentials and with invalid ones', async () => {
  const invalid = { authorization: `Basic ${Buffer.from('me:invalid').toString('base64')}` }
  for (const headers of [{}, invalid, { authorization: 'Bearer x' }]) {
    const reply = await send('live/advanced', [task()], headers)
    expect(reply.status).toBe(401)
    expect(reply.json()).toMatchObject({ status_code: 40100 })
  }
})
