import type { ConsumerName } from '../contract/events.ts'
import type { ServiceName } from '../contract/operation.ts'
import { type OperationName, operationOf } from '../contract/table.ts'

/** The NATS subject of an operation; its owner's replicas share a queue group. */
export function subjectOf(name: OperationName): string {
  return `rpc.${operationOf(name).owner}.${name}`
}

/** The NATS subject on which a consumer takes facts. */
export function factSubjectOf(consumer: ConsumerName): string {
  return `fact.${consumer}`
}

/** What one service subscribes to, for the broker's permissions. */
export function subjectsOwnedBy(service: ServiceName): string[] {
  return [`rpc.${service}.>`, `fact.${service}.>`]
}
