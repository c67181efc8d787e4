import { Router } from 'express'
import type { WorldState } from '../../state/world-state.ts'
import { type Answer, jsonBody, type Provider, send } from '../provider.ts'
import { backlinkRoutes } from './backlinks.ts'
import { codes, envelope, invalidField, type Task, task } from './envelope.ts'
import { labsRoutes } from './labs.ts'
import { createTaskQueue, type QueuedTask, type TaskQueue } from './queue.ts'
import { taskResult } from './result.ts'
import { costOf, echo, readTask } from './serp-task.ts'

type Deps = { world: WorldState; queue: TaskQueue; clock: () => Date }

const base = ['v3', 'serp', 'google', 'organic']
const root = `/${base.join('/')}`
const postLimit = 100

function isAuthorized(header: string | undefined): boolean {
  const encoded = /^Basic\s+(\S+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return false
  const [login = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return login !== '' && password !== '' && login !== 'invalid' && password !== 'invalid'
}

function live(body: unknown, { world, queue, clock }: Deps): Answer {
  if (!Array.isArray(body) || body.length === 0) return envelope(codes.noPost, null)
  if (body.length > 1) return envelope(codes.oneTaskOnly, null)
  const given: unknown = body[0]
  const now = clock()
  const head = { id: queue.newId(now), path: [...base, 'live', 'advanced'], data: echo('live', given) }
  const read = readTask(given)
  if ('badField' in read) return envelope(codes.ok, [task({ ...head, code: invalidField(read.badField) })])
  const result = taskResult(read.asked, world.results(read.query), now)
  const code = result === null ? codes.noResults : codes.ok
  return envelope(codes.ok, [task({ ...head, code, cost: costOf(read.asked, 'live'), result })])
}

function postOne(given: unknown, { world, queue, clock }: Deps): Task {
  const postedAt = clock()
  const head = { id: queue.newId(postedAt), path: [...base, 'task_post'], data: echo('task_post', given) }
  const read = readTask(given)
  if ('badField' in read) return task({ ...head, code: invalidField(read.badField) })
  const { asked, query } = read
  queue.add({ id: head.id, asked, given, query, day: world.day(), postedAt, fetched: false })
  return task({ ...head, code: codes.created, cost: costOf(asked, 'queued') })
}

function post(body: unknown, deps: Deps): Answer {
  if (!Array.isArray(body) || body.length === 0) return envelope(codes.noPost, null)
  if (body.length > postLimit) return envelope(codes.tooMany, null)
  return envelope(
    codes.ok,
    body.map((given: unknown) => postOne(given, deps)),
  )
}

function readyEntry({ id, postedAt, asked }: QueuedTask) {
  const date_posted = postedAt
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' +00:00')
  const endpoint_advanced = `${root}/task_get/advanced/${id}`
  return { id, se: 'google', se_type: 'organic', date_posted, tag: asked.tag ?? '', endpoint_advanced }
}

function ready({ queue, clock }: Deps): Answer {
  const data = { api: 'serp', function: 'tasks_ready', se: 'google', se_type: 'organic' }
  const head = { id: queue.newId(clock()), path: [...base, 'tasks_ready'], data }
  return envelope(codes.ok, [task({ ...head, code: codes.ok, result: queue.ready().map(readyEntry) })])
}

function get(id: string, { world, queue }: Deps): Answer {
  const path = [...base, 'task_get', 'advanced', id]
  const found = queue.find(id)
  if (found === null)
    return envelope(codes.ok, [task({ id, code: codes.taskNotFound, path, data: echo('task_get', {}) })])
  const head = { id, path, data: echo('task_get', found.given) }
  if (!queue.isReady(found)) return envelope(codes.ok, [task({ ...head, code: codes.inQueue })])
  found.fetched = true
  const result = taskResult(found.asked, world.results(found.query, found.day), found.postedAt)
  return envelope(codes.ok, [task({ ...head, code: result === null ? codes.noResults : codes.ok, result })])
}

/** Source: docs.dataforseo.com/v3 (June 2026); its example of a live page took 22 seconds. */
export function dataforseo(world: WorldState, clock: () => Date): Provider {
  const routes = Router()
  const deps = { world, clock, queue: createTaskQueue(clock, () => world.current().queueDelayMs) }
  routes.use((req, res, next) => {
    if (isAuthorized(req.get('authorization'))) next()
    else send(res, envelope(codes.unauthorized, null, 401))
  })
  routes.post(`${root}/live/advanced`, (req, res) => {
    const timer = setTimeout(() => send(res, live(jsonBody(req), deps)), world.current().liveDelayMs)
    res.once('close', () => clearTimeout(timer))
  })
  routes.post(`${root}/task_post`, (req, res) => send(res, post(jsonBody(req), deps)))
  routes.get(`${root}/tasks_ready`, (_req, res) => send(res, ready(deps)))
  routes.get(`${root}/task_get/advanced/:id`, (req, res) => send(res, get(req.params.id, deps)))
  const newId = () => deps.queue.newId(clock())
  routes.use(labsRoutes(world, newId))
  routes.use(backlinkRoutes(world, newId))
  routes.use((_req, res) => send(res, envelope(codes.notFound, null, 404)))
  return {
    name: 'dataforseo',
    routes,
    refusals: {
      http500: envelope(codes.internal, null, 500),
      quota: envelope(codes.payment, null),
      rate: envelope(codes.rate, null),
    },
  }
}
