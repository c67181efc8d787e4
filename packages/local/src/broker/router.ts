import type { Publish } from './frames.ts'

export type Subscription = {
  readonly owner: Receiver
  readonly sid: string
  readonly subject: string
  readonly queue: string | undefined
  delivered: number
  max: number | undefined
}

export interface Receiver {
  /** False if the client does not want its own messages. */
  readonly echo: boolean
  deliver(to: Subscription, message: Publish): void
}

/** Routes a message to its subscriptions: each plain one, and one random member of each queue group. */
export class Router {
  readonly #literal = new Map<string, Set<Subscription>>()
  readonly #patterns = new Map<Subscription, string[]>()

  add(subscription: Subscription): void {
    const { subject } = subscription
    if (!isLiteral(subject)) {
      this.#patterns.set(subscription, subject.split('.'))
      return
    }
    const set = this.#literal.get(subject) ?? new Set()
    this.#literal.set(subject, set.add(subscription))
  }

  remove(subscription: Subscription): void {
    this.#patterns.delete(subscription)
    const set = this.#literal.get(subscription.subject)
    if (set?.delete(subscription) && set.size === 0) this.#literal.delete(subscription.subject)
  }

  route(message: Publish, from: Receiver): number {
    const groups = new Map<string, Subscription[]>()
    const chosen: Subscription[] = []
    for (const subscription of this.#matching(message.subject)) {
      if (subscription.owner === from && !from.echo) continue
      if (subscription.queue === undefined) chosen.push(subscription)
      else groups.set(subscription.queue, [...(groups.get(subscription.queue) ?? []), subscription])
    }
    for (const members of groups.values()) {
      const member = members[Math.floor(Math.random() * members.length)]
      if (member !== undefined) chosen.push(member)
    }
    for (const subscription of chosen) subscription.owner.deliver(subscription, message)
    return chosen.length
  }

  #matching(subject: string): Subscription[] {
    const found = [...(this.#literal.get(subject) ?? [])]
    if (this.#patterns.size === 0) return found
    const tokens = subject.split('.')
    for (const [subscription, pattern] of this.#patterns) if (matches(pattern, tokens)) found.push(subscription)
    return found
  }
}

/** A subject is dot-separated tokens without white space; a pattern may use `*` for one token and a last `>` for one or more. */
export function isPattern(subject: string): boolean {
  const tokens = subject.split('.')
  return tokens.every((token, at) => isToken(token) && (token !== '>' || at === tokens.length - 1))
}

export function isLiteral(subject: string): boolean {
  return subject.split('.').every((token) => isToken(token) && token !== '*' && token !== '>')
}

function matches(pattern: readonly string[], subject: readonly string[]): boolean {
  for (const [at, token] of pattern.entries()) {
    if (token === '>') return subject.length > at
    if (at >= subject.length || (token !== '*' && token !== subject[at])) return false
  }
  return pattern.length === subject.length
}

function isToken(token: string): boolean {
  return token !== '' && !/\s/.test(token)
}
