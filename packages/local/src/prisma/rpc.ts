import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import type { Datasource } from './datasource.ts'
import { loadEngine, panicMessage } from './wasm-engine.ts'

type Engine = Awaited<ReturnType<typeof loadEngine>>

const requestSchema = z.object({ id: z.union([z.number(), z.string()]), method: z.string(), params: z.unknown() })
const diffSchema = z.object({ exitCode: z.number(), stdout: z.string().nullish() })
const failureSchema = z.object({
  message: z.string().optional(),
  code: z.string().optional(),
  error_code: z.string().optional(),
  meta: z.unknown(),
})

/** Answers Prisma's JSON-RPC requests, one a line, until the input ends. */
export async function serveRpc(
  input: Readable,
  output: Writable,
  source: Datasource,
  schemaFiles: string[],
): Promise<void> {
  const send = (message: object) => void output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let engine: Promise<Engine> | undefined
  for await (const line of createInterface({ input })) {
    const request = requestSchema.safeParse(line.trim() === '' ? undefined : JSON.parse(line))
    // Prisma also answers our own print request; answers have no method.
    if (!request.success) continue
    const { id, method, params } = request.data
    try {
      engine ??= loadEngine(source, schemaFiles)
      send({ id, result: await answer(await engine, source, { method, params }, send) })
    } catch (error) {
      send({ id, error: failure(error) })
    }
  }
}

async function answer(
  engine: Engine,
  source: Datasource,
  { method, params }: { method: string; params?: unknown },
  send: (message: object) => void,
): Promise<unknown> {
  switch (method) {
    case 'createDatabase':
      return { databaseName: source.database }
    case 'ensureConnectionValidity':
      return {}
    case 'getDatabaseVersion':
      return call(engine, 'version', params)
    case 'evaluateDataLoss':
      // This method cannot open a shadow database; it reuses the migrations' schema that `devDiagnostic` leaves behind.
      await call(engine, 'devDiagnostic', params)
      return call(engine, method, params)
    case 'diff': {
      // The native engine sends the difference to Prisma in a `print` request.
      const { exitCode, stdout } = diffSchema.parse(await call(engine, method, params))
      if (stdout) send({ id: `print-${method}`, method: 'print', params: { content: stdout } })
      return { exitCode, stdout: null }
    }
    default:
      return (await call(engine, method, params)) ?? null
  }
}

async function call(engine: Engine, name: string, params: unknown): Promise<unknown> {
  const method: unknown = Reflect.get(engine, name)
  if (typeof method !== 'function') throw new Error(`This schema engine has no method ${name}`)
  return await Reflect.apply(method, engine, [params])
}

function failure(error: unknown): object {
  const { message, code, error_code, meta } = failureSchema.catch({ meta: undefined }).parse(error)
  const panicked = panicMessage()
  const data = {
    is_panic: panicked !== undefined,
    message: panicked ?? message ?? String(error),
    backtrace: null,
    error_code: code ?? error_code ?? null,
    meta: meta ?? null,
  }
  return { code: 4466, message: 'The schema engine failed, see data', data }
}
