import type { z } from 'zod'
import type { Call, Caller } from '../contract/caller.ts'
import { Free } from '../contract/free.ts'
import { type Handlers, type ObjectSchema, type Operation, restRow } from '../contract/operation.ts'
import type { ServiceName } from '../contract/services.ts'
import { Sliced } from '../contract/sliced.ts'
import { type OperationName, operationOf } from '../contract/table.ts'
import { Written } from '../contract/written.ts'
import { boundCursor, unboundCursor } from '../cursor.ts'
import type { Owned } from '../derive/owned.ts'
import { AppError, type FieldError } from '../errors.ts'
import { atLeast } from '../plans.ts'
import { faults } from '../texts/faults.ts'
import { inSpan } from '../traces/spans.ts'
import { createLongAnswers } from './long-answer.ts'
import { faultOf, inputError, maxNamed, plainIssue, printable } from './plain-issue.ts'
import { requireRight } from './rights.ts'

/** `isRest`: from REST, where some rows have their own schemas. */
export type RawInput = { params?: unknown; query?: unknown; body?: unknown; isRest?: boolean }
type AnyHandler = (input: { params: unknown; query: unknown; body: unknown } & Call) => Promise<unknown>

export type ServiceHandlers<S extends ServiceName> = Handlers<Owned<S>, Call>
/** A value, a `LongAnswer`, a `Written`, or a `Free` of these. */
export type Invoke = (name: OperationName, input: RawInput, call: Call) => Promise<unknown>

/** The only way to a handler: checks caller, role, input and plan, then the answer. */
export function createInvoke(handlers: Partial<Record<OperationName, unknown>>): Invoke {
  const answerOf = createLongAnswers()
  return (name, input, call) =>
    inSpan(name, { kind: 'server', attributes: { operation: name } }, () => answer(name, input, call))

  async function answer(name: OperationName, input: RawInput, call: Call): Promise<unknown> {
    const { caller } = call
    const operation = input.isRest ? restRow(operationOf(name)) : operationOf(name)
    const handler = handlerOf(handlers, name)
    if (!operation.callers.includes(caller.kind)) throw new AppError('not_found', 'No such operation for this caller')
    requireRight(operation, caller)
    const parsed = parseInput(operation, input)
    checkGates(operation, parsed.body, caller)
    const hasLimit = Object(parsed.query).limit !== undefined
    const question = { name, params: parsed.params, query: parsed.query }
    const bound = (cursor: string | null) => cursor && boundCursor(cursor, question)
    const asked = { response: operation.response, accountId: caller.accountId, hasLimit, bound }
    const checked = (answer: unknown) => {
      if (answer instanceof Written && answer.operation === name) return answer
      if (answer instanceof Sliced) return answerOf(answer, asked)
      const whole = operation.response.parse(answer)
      return typeof whole.nextCursor === 'string' ? { ...whole, nextCursor: bound(whole.nextCursor) } : whole
    }
    const answered = await handler({ ...parsed, query: unbound(parsed.query, question), ...call })
    return answered instanceof Free ? new Free(await checked(answered.answer)) : checked(answered)
  }
}

function handlerOf(handlers: Partial<Record<OperationName, unknown>>, name: OperationName): AnyHandler {
  const handler = handlers[name]
  if (typeof handler !== 'function') throw new AppError('unavailable', 'This is not available yet')
  // safe because the table's types give each handler the input and output of its row, and both are parsed here
  return handler as AnyHandler
}

/** With the handler's own cursor. Throws `invalid_input` for another list's. */
function unbound(query: unknown, question: Parameters<typeof unboundCursor>[1]): unknown {
  const { cursor } = Object(query)
  return typeof cursor === 'string' ? { ...Object(query), cursor: unboundCursor(cursor, question) } : query
}

function parseInput(operation: Operation, input: RawInput) {
  const params = operation.params?.safeParse(input.params ?? {})
  // No object has an id of another form.
  if (params && !params.success) throw new AppError('not_found', 'No such object')
  const errors: FieldError[] = unknownParams(operation, input.params)
  const query = parsePart('query', operation.query, input.query ?? {}, errors)
  const body = parsePart('body', operation.body, input.body ?? {}, errors)
  if (errors.length > 0) throw inputError(errors)
  return { params: params?.data, query, body }
}

/** Paths have none; browsers and agents name params themselves. */
function unknownParams({ params }: Operation, given: unknown): FieldError[] {
  const allowed = Object.keys(params?.shape ?? {})
  const unknown = Object.keys(Object(given)).filter((key) => !allowed.includes(key))
  return unknown.map((key) => unknownField('path', key, allowed))
}

/** For a body of no row, with the same refusals. */
export function parseOwnBody<S extends ObjectSchema>(schema: S, value: unknown): z.output<S> {
  const errors: FieldError[] = []
  const parsed = parsePart('body', schema, value, errors)
  if (errors.length > 0) throw inputError(errors)
  // safe because the schema parsed it
  return parsed as z.output<S>
}

function parsePart(
  where: 'query' | 'body',
  schema: ObjectSchema | undefined,
  value: unknown,
  errors: FieldError[],
): unknown {
  if (!schema) {
    for (const field of Object.keys(Object(value))) errors.push(unknownField(where, field, []))
    return undefined
  }
  const parsed = schema.safeParse(value, { error: plainIssue })
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues.slice(0, maxNamed)) errors.push(...fieldErrors(where, schema, issue, value))
  return undefined
}

const ownRules = new Set(['custom', 'invalid_union'])

function fieldErrors(
  where: 'query' | 'body',
  schema: ObjectSchema,
  issue: z.core.$ZodIssue,
  value: unknown,
): FieldError[] {
  if (issue.code !== 'unrecognized_keys') {
    const isMissing = issue.path.length > 0 && valueAt(value, issue.path) === undefined
    const code = isMissing ? 'required' : ownRules.has(issue.code) ? 'invalid' : issue.code
    const fault = isMissing ? faults.required : faultOf(issue)
    const message = isMissing ? faults.required.text : issue.message
    const sentence = fault?.text === message ? { sentence: fault } : {}
    return [{ in: where, field: fieldPath(issue.path), code, message, ...sentence }]
  }
  const allowed = issue.path.length === 0 ? Object.keys(schema.shape) : []
  return issue.keys.slice(0, maxNamed).map((key) => unknownField(where, fieldPath([...issue.path, key]), allowed))
}

function unknownField(where: FieldError['in'], field: string, allowed: string[]): FieldError {
  const known = allowed.length > 0 ? `; allowed: ${allowed.join(', ')}` : ''
  return { in: where, field: printable(field), code: 'unknown_field', message: `is unknown${known}` }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((part, key) => (Object.hasOwn(Object(part), key) ? Object(part)[key] : undefined), value)
}

function fieldPath(path: readonly PropertyKey[]): string {
  return path.map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i > 0 ? '.' : ''}${String(part)}`)).join('')
}

function checkGates(operation: Operation, body: unknown, caller: Caller): void {
  const fields = Object(body)
  for (const [field, plan] of Object.entries(operation.fieldGates ?? {})) {
    const value: unknown = fields[field]
    const isFree = value === undefined || (Array.isArray(value) && value.length === 0)
    if (isFree || atLeast(caller.plan, plan)) continue
    throw new AppError('plan_required', `${field} needs the ${plan} plan or a higher one`, {
      requiredPlan: plan,
      errors: [{ in: 'body', field, code: 'plan_required', message: `needs the ${plan} plan` }],
    })
  }
}
