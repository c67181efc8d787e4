import type { RequestListener, Server } from 'node:http'
import type { ConsumerOf } from '../contract/events.ts'
import type { OutboxOperation } from '../contract/operations/outbox.ts'
import { databaseServices, type ServiceName } from '../contract/services.ts'
import { outboxHandlers } from '../facts/deliveries.ts'
import { showWaitingFacts } from '../facts/figures.ts'
import { type Effect, startFacts } from '../facts/start-facts.ts'
import { showDatabase } from './gauge.ts'
import type { ReadinessCheck } from './health.ts'
import { mountHttp } from './http-mount.ts'
import { createServiceServer } from './http-server.ts'
import { createInvoke, type Invoke, type ServiceHandlers } from './invoke.ts'
import { mountNats, type NatsMountOptions } from './nats-mount.ts'
import type { BuiltService, ServiceParts } from './run-service.ts'

type Running = { stop(): Promise<void> }

export type ServiceDefinition<S extends ServiceName> = {
  handlers: Omit<ServiceHandlers<S>, OutboxOperation>
  hears: Record<ConsumerOf<S>, Effect>
  background?(): readonly Running[]
  /** Counted when metrics are read, in one thread. */
  figures?(): void
  /** Reads strangers' texts: in the work thread where there is one. */
  work?(): readonly (Running | Promise<Running>)[]
  around?(invoke: Invoke): Invoke
  checks?: readonly ReadinessCheck[]
  server?(rows: RequestListener): Server
} & Pick<NatsMountOptions, 'countOnce'>

/** Rows over HTTP and NATS, facts, drain. In the work thread it serves only the main thread. */
export async function mountService<S extends ServiceName>(
  service: S,
  parts: ServiceParts,
  {
    handlers,
    hears,
    background = none,
    figures = () => {},
    work = none,
    around = same,
    checks = [],
    server = createServiceServer,
    ...more
  }: ServiceDefinition<S>,
): Promise<BuiltService> {
  const database = databaseServices.find((name) => name === service)
  const outbox = database ? outboxHandlers(database, parts.pool, parts.disabledServices) : {}
  const invoke = around(createInvoke({ ...handlers, ...outbox }))
  const { runs } = parts
  if (runs !== 'work') {
    if (database) showFigures(parts)
    figures()
  }
  const running = await Promise.all([...(runs === 'work' ? [] : background()), ...(runs === 'calls' ? [] : work())])
  const rpc = runs === 'work' ? undefined : mountNats({ ...parts, ...more, service, invoke })
  const facts = database && runs !== 'work' ? startFacts(parts, hears) : undefined
  return {
    invoke,
    server: server(mountHttp({ ...parts, service, invoke })),
    checks,
    drain: async () => {
      await rpc?.drain()
      await Promise.all([facts?.drain(), ...running.map((each) => each.stop())])
    },
  }
}

function showFigures(parts: ServiceParts): void {
  showWaitingFacts(parts)
  showDatabase(parts)
}

const none = () => []
const same = (invoke: Invoke): Invoke => invoke
