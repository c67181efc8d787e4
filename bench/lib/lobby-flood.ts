import { openLoop } from './load.ts'
import { mcpPost } from './mcp-stack.ts'
import { median, quantile } from './stats.ts'

type FloodFigures = {
  slowdown: number
  refusedAgents: number
  refusedReads: number
  served: number
}

const seconds = 5
const floodPerSecond = 600

/**
 * Three hundred connections of one address send requests without a key, beside reads of the server API and agents with keys.
 * Measures how much slower the reads are, and how many calls with keys are refused.
 */
export async function lobbyFlood(
  port: number,
  read: () => Buffer,
  agentKeys: readonly string[],
): Promise<FloodFigures> {
  const list = mcpPost('tools/list', {})
  const perKey = agentKeys.map((key) => mcpPost('tools/list', {}, { Authorization: `Bearer ${key}` }))
  let next = 0
  const agent = () => perKey[next++ % perKey.length] ?? list
  const reads = () => openLoop(port, 16, seconds, 100, read)
  const agents = () => openLoop(port, 16, seconds, 20, agent)
  const quiet = [await reads(), await reads()].map(({ latenciesMs }) => quantile(latenciesMs, 0.99))
  const [flood, asked, answered] = await Promise.all([
    openLoop(port, 300, seconds, floodPerSecond, () => list),
    agents(),
    reads(),
  ])
  return {
    slowdown: quantile(answered.latenciesMs, 0.99) / median(quiet),
    refusedAgents: asked.unexpected + (seconds * 20 - asked.requests),
    refusedReads: answered.unexpected + (seconds * 100 - answered.requests),
    served: flood.requests - flood.unexpected,
  }
}
