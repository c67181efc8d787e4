// A service with a work thread: its answers say which thread has made them.
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'
import { commonVariables } from '@rts/shared/common-variables'
import { AppError } from '@rts/shared/errors'
import { createGauge } from '@rts/shared/service/gauge'
import { runMain, serviceProgram } from '@rts/shared/service/main'
import { mountService, type ServiceDefinition } from '@rts/shared/service/mount-service'
import { z } from 'zod'

const schema = z.object({ ...commonVariables, DIARY: z.string() })
const thread = isMainThread ? 'main' : 'work'

const program = serviceProgram('projects', schema, (parts, { DIARY }) => {
  const write = (line: string) => appendFileSync(DIARY, `${thread}: ${line}\n`)
  const running = (what: string) => {
    write(`${what} starts`)
    return {
      stop: async () => {
        await delay(100)
        write(`${what} stops`)
      },
    }
  }
  if (!isMainThread)
    createGauge(parts.registry, { name: 'work_thread_gauge', help: 'Of the test', count: async () => 2 })
  const handlers = {
    'keywords.createBulk': async ({ body: { text }, signal }) => {
      if (text.includes('refuse')) throw new AppError('plan_limit_reached', thread, { retryAfterSeconds: 7 })
      if (text.includes('fail'))
        setImmediate(() => {
          throw new Error('a fault of the thread')
        })
      if (text.startsWith('note')) write(text.trim())
      if (text.includes('wait')) {
        write('waits')
        await delay(60_000, undefined, { signal }).catch(() => write('its caller has left'))
      }
      return {
        added: 0,
        skipped: 1,
        keywords: [],
        skippedLines: [{ line: 1, keyword: thread, code: 'duplicate' as const }],
      }
    },
  } satisfies Partial<ServiceDefinition<'projects'>['handlers']>
  // safe because the test calls no other row
  return mountService('projects', parts, {
    handlers,
    hears: { 'projects.accounts': async () => {}, 'projects.guests': async () => {} },
    background: () => [running('background')],
    work: () => [running('work')],
  } as unknown as ServiceDefinition<'projects'>)
})

await runMain(program, process)
