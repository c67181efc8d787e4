import type { MessagePort } from 'node:worker_threads'
import { Free } from '../contract/free.ts'
import { AppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { createSerial } from '../scheduling.ts'
import { continueTrace } from '../traces/spans.ts'
import { answerError } from './answer-error.ts'
import { parseBody } from './http-input.ts'
import type { Invoke, RawInput } from './invoke.ts'
import { jsonOf } from './long-answer.ts'
import { readRpcRequest } from './rpc-protocol.ts'
import type { FromThread, ThreadCall, ToThread } from './work-thread.ts'

type Served = { invoke: Invoke; metrics(): Promise<string>; stop(): Promise<void>; logger: Logger }

const utf8 = new TextEncoder()

/** Until the main thread sends stop. */
export function serveMainThread(port: MessagePort, { invoke, metrics, stop, logger }: Served): void {
  // In series: ten thousand rows fill the database's time too.
  const oneByOne = createSerial()
  const leaving = new Map<number, AbortController>()
  const say = (message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

  async function answer(call: ThreadCall): Promise<void> {
    const { id, name, caller } = call
    const left = new AbortController()
    leaving.set(id, left)
    try {
      const deadlineAt = call.deadline - performance.timeOrigin
      const answered = await oneByOne(caller.accountId, () => {
        if (left.signal.aborted || performance.now() >= deadlineAt)
          throw new AppError('timeout', 'The caller waits no longer')
        const asked = { caller, deadlineAt, signal: left.signal }
        return continueTrace(call.trace, () => invoke(name, inputOf(call), asked))
      })
      const isFree = answered instanceof Free
      const json = utf8.encode(await jsonOf(isFree ? answered.answer : answered))
      say({ id, json, isFree }, [json.buffer])
    } catch (error) {
      const { code, message, facts } = answerError(error, logger, { requestId: caller.requestId, operation: name })
      say({ id, refused: { code, message, facts } })
    } finally {
      leaving.delete(id)
    }
  }

  port.on('message', (said: ToThread) => {
    if ('call' in said) void answer(said.call)
    else if ('left' in said) leaving.get(said.left)?.abort()
    else if ('metrics' in said) void metrics().then((text) => say({ id: said.metrics, metrics: text }))
    else void stop().then(() => port.close())
  })
  say({ begun: true })
}

function inputOf({ name, params, query, body, message }: ThreadCall): RawInput {
  return message ? readRpcRequest(message) : { params, query, body: parseBody(name, body), isRest: true }
}
