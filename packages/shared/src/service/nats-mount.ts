import { type Msg, headers as natsHeaders } from 'nats'
import type { Clock } from '../clock.ts'
import { type Call, callerHeader, deadlineHeader, signatureHeader } from '../contract/caller.ts'
import { Free } from '../contract/free.ts'
import { callMs } from '../contract/operation.ts'
import type { ServiceName } from '../contract/services.ts'
import { type OperationName, operationOf } from '../contract/table.ts'
import { ownedNames } from '../derive/owned.ts'
import { subjectOf } from '../derive/subjects.ts'
import { AppError, pageProblemOf } from '../errors.ts'
import type { Logger } from '../logger.ts'
import { yieldForLarge } from '../scheduling.ts'
import { continueTrace, traceHeader } from '../traces/spans.ts'
import { answerError } from './answer-error.ts'
import type { Broker } from './broker.ts'
import { type CallerVerifier, claimedAccount } from './caller-signature.ts'
import { createGate, type Gate } from './gate.ts'
import type { Invoke } from './invoke.ts'
import { jsonOf } from './long-answer.ts'
import { busyReply, maxPayloadBytes, readRpcRequest } from './rpc-protocol.ts'
import type { WorkThread } from './work-thread.ts'

export type NatsMountOptions = {
  service: ServiceName
  nats: Broker
  invoke: Invoke
  verify: CallerVerifier
  clock: Clock
  logger: Logger
  thread?: WorkThread | null
  /** False if the signature of a call that counts once is already stored. */
  countOnce?: (signature: Buffer) => Promise<boolean>
  /** On this replica; as many more may wait. */
  concurrency?: number
}

/** One account's slow reads never hold others'. */
const shareOfAccount = 4

/** One queue group for all replicas. `drain` stops new calls and waits for running ones. */
export function mountNats(options: NatsMountOptions): { drain(): Promise<void> } {
  const atOnce = options.concurrency ?? 64
  const gate = createGate({ atOnce, ofOne: Math.ceil(atOnce / shareOfAccount) })
  const subscriptions = ownedNames(options.service).map((name) => subscribe(options, name, gate))
  return {
    drain: async () => {
      await Promise.all(subscriptions.map((subscription) => subscription.drain()))
      await gate.idle()
    },
  }
}

function subscribe(options: NatsMountOptions, name: OperationName, gate: Gate): { drain(): Promise<void> } {
  return options.nats.subscribe(subjectOf(name), {
    queue: options.service,
    callback: (error, message) => {
      if (error) return options.logger.error({ err: error, operation: name }, 'subscription failed')
      const deadlineAt = performance.now() + Number(message.headers?.get(deadlineHeader) || callMs)
      gate.enter({
        // Unverified: it decides only whose turn it is.
        owner: claimedAccount(message.headers?.get(callerHeader)),
        work: () => answer(options, name, message, deadlineAt),
        refused: () => message.respond('', { headers: busyHeaders() }),
      })
    },
  })
}

function busyHeaders() {
  const headers = natsHeaders()
  headers.set(busyReply, '1')
  return headers
}

async function answer(options: NatsMountOptions, name: OperationName, message: Msg, deadlineAt: number): Promise<void> {
  // Its caller gave up in the queue.
  if (performance.now() >= deadlineAt) return
  let requestId = ''
  const leaving = new AbortController()
  const timer = setTimeout(() => leaving.abort(), deadlineAt - performance.now())
  try {
    await yieldForLarge(message.data)
    const request = { method: 'NATS', target: message.subject, body: message.data }
    const signed = {
      caller: message.headers?.get(callerHeader) ?? '',
      signature: message.headers?.get(signatureHeader) ?? '',
    }
    const caller = options.verify(signed, request, options.clock.now().getTime())
    requestId = caller.requestId
    if (operationOf(name).once && !(await options.countOnce?.(Buffer.from(signed.signature, 'base64url'))))
      throw new AppError('conflict', 'This call was already made')
    const call = { caller, deadlineAt, signal: leaving.signal }
    const handedOn = message.headers?.get(traceHeader)
    const answer = await continueTrace(handedOn, () => answerOf(options, name, message.data, call))
    respond(message, `{"ok":${await jsonOf(answer instanceof Free ? answer.answer : answer)}}`)
  } catch (error) {
    const refused = answerError(error, options.logger, { requestId, operation: name })
    respond(message, JSON.stringify({ problem: pageProblemOf(refused, requestId) }))
  } finally {
    clearTimeout(timer)
  }
}

function answerOf({ invoke, thread }: NatsMountOptions, name: OperationName, message: Uint8Array, call: Call) {
  if (thread?.takes(message.length)) return thread.answer({ name, params: undefined, query: undefined, message }, call)
  return invoke(name, readRpcRequest(message), call)
}

function respond(message: Msg, reply: string): void {
  const bytes = Buffer.from(reply)
  if (bytes.length > maxPayloadBytes - 4_096) throw new AppError('payload_too_large', 'The answer is too large')
  message.respond(bytes)
}
