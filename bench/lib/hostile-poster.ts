// Posts in a thread of its own: what a stranger's machine computes is not to delay the calls that are measured.
import { parentPort, workerData } from 'node:worker_threads'
import { comeAfterCalls } from '@rts/shared/threads/thread'
import { headersOfAccount, headersOfPerson } from './callers.ts'
import type { Poster } from './hostile-posts.ts'

comeAfterCalls()
const postsAtOnce = 8
const { as, posts, max }: Poster = workerData
const headersOf = 'person' in as ? headersOfPerson(as.person) : headersOfAccount(as.service, as.account)
const made = posts.map(({ target, body }) => ({ target, body: Buffer.from(body) }))
let next = 0
let isOver = true

async function attack(port: number): Promise<void> {
  const end = next + max
  isOver = false
  const post = async () => {
    while (next < end && !isOver) {
      const { target, body } = made[next++ % made.length] ?? { target: '/', body: Buffer.alloc(0) }
      const headers = { ...headersOf(target, body), 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${port}${target}`, { method: 'POST', headers, body })
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: postsAtOnce }, post))
  parentPort?.postMessage('over')
}

parentPort?.on('message', (said: { port: number } | 'over') => {
  if (said === 'over') isOver = true
  else void attack(said.port)
})
