import { type ConsumerName, consumers, events } from '../contract/events.ts'
import { type ServiceName, services } from '../contract/services.ts'
import { type OperationName, operationOf } from '../contract/table.ts'

/** The owner's replicas share a queue group. */
export function subjectOf(name: OperationName): string {
  return `rpc.${operationOf(name).owner}.${name}`
}

export function factSubjectOf(consumer: ConsumerName): string {
  return `fact.${consumer}`
}

/** For the broker's permissions. */
export function subjectsOwnedBy(service: ServiceName): string[] {
  return [`rpc.${service}.>`, `fact.${service}.>`]
}

export function subjectsSentBy(service: ServiceName): string[] {
  const hearers = new Set(
    Object.values(events).flatMap(({ owner, consumers: all }) => {
      const names = all.map((consumer) => consumers[consumer])
      return owner === service ? names : names.filter((name) => owner === 'writer' && name === service)
    }),
  )
  const called = services[service].calls.map((call) => (call.includes('.') ? `rpc.${call}` : `rpc.${call}.>`))
  return [...called, ...[...hearers].map((name) => `fact.${name}.>`)]
}
