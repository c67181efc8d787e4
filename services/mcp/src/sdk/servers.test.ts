import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js'
import type { Caller } from '@rts/shared/contract/caller'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Asker, Toolbox } from '../tools/toolbox.ts'
import { createServers } from './servers.ts'

function slowToolbox() {
  const waiting: (() => void)[] = []
  const toolbox: Toolbox = {
    list: () => [],
    unknown: () => 'Unknown tool',
    call: (name, _args, { caller }) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve({ content: [{ type: 'text', text: caller.accountId }] })
        waiting.push(name === 'broken' ? () => reject(new Error('broken')) : answer)
      }),
  }
  return { toolbox, waiting }
}

function askerOf(accountId: string): Asker {
  const caller: Caller = {
    v: 1,
    kid: 'test',
    iss: 'gateway',
    aud: 'mcp',
    iat: 0,
    kind: 'account',
    accountId,
    plan: 'starter',
    keyId: 'k',
    role: null,
    siteIds: null,
    collect: 'allow',
    requestId: 'r',
  }
  return { caller, left: new AbortController().signal }
}

// All with the same id, as clients that know nothing of each other.
const callOf = (name: string): JSONRPCRequest => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } })
const answerOf = (name: string, accountId: string) =>
  name === 'broken'
    ? { jsonrpc: '2.0', id: 1, error: { code: -32_603, message: 'broken' } }
    : { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: accountId }] } }

it('each caller gets its own answer, however many call at once and in whatever order they are answered', async () => {
  const steps = fc.array(fc.oneof(fc.constantFrom('tool', 'broken'), fc.nat()), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, async (plan) => {
      const { toolbox, waiting } = slowToolbox()
      const answer = createServers(toolbox)
      const answers: Promise<void>[] = []
      // A name is a new call; a number answers one of those that wait.
      for (const [i, step] of plan.entries()) {
        if (typeof step === 'number') waiting.splice(step % (waiting.length || 1), 1)[0]?.()
        else
          answers.push(answer(callOf(step), askerOf(`${i}`)).then((got) => expect(got).toEqual(answerOf(step, `${i}`))))
        await new Promise(setImmediate)
      }
      for (const settle of waiting) settle()
      await Promise.all(answers)
    }),
  )
})
