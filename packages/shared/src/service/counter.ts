import { Counter, type Registry } from 'prom-client'

type Counted<L extends string> = { name: string; help: string; labelNames: readonly L[] }

/** A figure that only grows; answers what counts one more under its labels. */
export function createCounter<L extends string>(
  registry: Registry,
  { name, help, labelNames }: Counted<L>,
): (labels: Record<L, string>) => void {
  const counter = new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })
  return (labels) => counter.inc(labels)
}
