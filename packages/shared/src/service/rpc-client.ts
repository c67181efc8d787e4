import { randomUUID } from 'node:crypto'
import { type Msg, NatsError, ErrorCode as NatsErrorCode, headers as natsHeaders } from 'nats'
import { callerHeader, deadlineHeader, signatureHeader } from '../contract/caller.ts'
import { callMs, collectingCallMs, type OperationInput, type OperationOutput } from '../contract/operation.ts'
import { type OperationName, type Operations, operationOf } from '../contract/table.ts'
import { subjectOf } from '../derive/subjects.ts'
import { AppError, errorOfProblem } from '../errors.ts'
import type { Plan } from '../plans.ts'
import { inSpan, traceHeader, traceparent } from '../traces/spans.ts'
import type { Broker } from './broker.ts'
import type { CallerClaims, CallerSigner } from './caller-signature.ts'
import type { NoteFailure } from './failed-calls.ts'
import { busyReply, maxPayloadBytes } from './rpc-protocol.ts'

/** `iat` is the original call's; a system caller has none. */
export type RpcCaller = Omit<CallerClaims, 'aud' | 'iat'> & { iat?: number }
export type RpcClient = ReturnType<typeof createRpcClient>

/**
 * Calls an operation at its owner over NATS. Throws the owner's error, or `unavailable`, `timeout`, `payload_too_large`. A full or
 * missing owner is tried once more, for reads a silent one too, in the last third of `timeoutMs`; a read that may collect is tried once.
 */
export function createRpcClient({
  nats,
  sign,
  timeoutMs = callMs,
  repeatsWrites = false,
  noteFailure,
}: {
  nats: Broker
  sign: CallerSigner
  timeoutMs?: number
  repeatsWrites?: boolean
  noteFailure?: NoteFailure
}) {
  return async function call<N extends OperationName>(
    name: N,
    input: OperationInput<Operations[N]>,
    caller: RpcCaller,
  ): Promise<OperationOutput<Operations[N]>> {
    // Here, because callers may ignore the error.
    const facts = { kind: 'client', attributes: { operation: name, 'messaging.system': 'nats' } } as const
    return inSpan(`call ${name}`, facts, () => ask(name, input, caller)).catch((error: unknown) => {
      noteFailure?.(name, caller.kind, error)
      throw error
    })
  }

  async function ask<N extends OperationName>(
    name: N,
    input: OperationInput<Operations[N]>,
    caller: RpcCaller,
  ): Promise<OperationOutput<Operations[N]>> {
    const body = Buffer.from(JSON.stringify(input))
    if (body.length > maxPayloadBytes - 4_096) throw new AppError('payload_too_large', 'The request is too large')
    const send = (remainingMs: number) => request(nats, sign, name, body, caller, remainingMs)
    const { kind, once, collects, takesMs = collects ? collectingCallMs : 0 } = operationOf(name)
    const mayRepeat = !collects && (kind === 'read' || (repeatsWrites && !once))
    const message = await attempt(send, mayRepeat, Math.max(timeoutMs, takesMs)).catch((error: unknown) => {
      if (isNoResponders(error)) throw new AppError('unavailable', 'The service behind this is not reachable')
      if (isTimeout(error)) throw new AppError('timeout', 'The service behind this did not answer in time')
      throw error
    })
    if (isBusy(message)) throw new AppError('unavailable', 'The service behind this is busy')
    return readReply<N>(message)
  }
}

async function attempt(send: (ms: number) => Promise<Msg>, mayRepeat: boolean, timeoutMs: number): Promise<Msg> {
  const deadline = performance.now() + timeoutMs
  const first = await send(mayRepeat ? (timeoutMs * 2) / 3 : timeoutMs).catch((error: unknown) => {
    if (isNoResponders(error) || (mayRepeat && isTimeout(error))) return null
    throw error
  })
  return first && !isBusy(first) ? first : send(Math.max(1, deadline - performance.now()))
}

async function request(
  nats: Broker,
  sign: CallerSigner,
  name: OperationName,
  body: Buffer,
  caller: RpcCaller,
  timeoutMs: number,
): Promise<Msg> {
  const subject = subjectOf(name)
  const claims = { ...caller, aud: operationOf(name).owner, iat: caller.iat ?? Date.now() }
  const signed = sign(claims, { method: 'NATS', target: subject, body })
  const headers = natsHeaders()
  headers.set(callerHeader, signed.caller)
  headers.set(signatureHeader, signed.signature)
  headers.set(deadlineHeader, String(Math.floor(timeoutMs)))
  const trace = traceparent()
  if (trace !== undefined) headers.set(traceHeader, trace)
  return nats.request(subject, body, { timeout: timeoutMs, headers })
}

/** The owner checked it (`invoke.ts`), and the broker lets no other service reply. */
function readReply<N extends OperationName>(message: Msg): OperationOutput<Operations[N]> {
  const reply = parseReply(message)
  if ('problem' in reply) throw errorOfProblem(Object(reply.problem))
  // safe because the owner's answers all pass this row's response schema
  return reply.ok as OperationOutput<Operations[N]>
}

function parseReply(message: Msg): { ok: unknown } | { problem: unknown } {
  try {
    const reply = Object(JSON.parse(message.string()))
    if ('problem' in reply || 'ok' in reply) return reply
  } catch {}
  throw new AppError('internal', 'The service behind this gave a malformed answer')
}

function isBusy(message: Msg): boolean {
  return message.headers?.has(busyReply) ?? false
}

function isNoResponders(error: unknown): boolean {
  return error instanceof NatsError && error.code === NatsErrorCode.NoResponders
}

function isTimeout(error: unknown): boolean {
  return error instanceof NatsError && error.code === NatsErrorCode.Timeout
}

/** About `accountId` if given. Never collects. */
export function systemCaller(accountId = '', plan: Plan = 'free', requestId: string = randomUUID()) {
  const nothingElse = { keyId: null, role: null, siteIds: null, collect: 'deny' } as const
  return { kind: 'system', accountId, plan, ...nothingElse, requestId } as const satisfies RpcCaller
}
