import { lettersApart } from '@rts/shared/derive/distance'

const longestName = 100
const maxNear = 3

type Known = { listed: readonly string[]; open: readonly string[] }

export function unknownTool(asked: string, { listed, open: names }: Known): string {
  const [only] = listed
  if (listed.length === 1)
    return `Unknown tool. Without a token ${only} is the only one: call it, then reconnect with its token`
  const near = nearest(asked.toLowerCase(), listed)
  const open = `this key may call ${names.join(', ')}`
  return near.length === 0 ? `Unknown tool: ${open}` : `Unknown tool; near it: ${near.join(', ')}. In all, ${open}`
}

function nearest(asked: string, names: readonly string[]): string[] {
  if (asked.length > longestName) return []
  return names
    .map((name) => ({ name, apart: lettersApart(asked, name) }))
    .filter(({ name, apart }) => apart <= Math.max(asked.length, name.length) / 2)
    .sort((a, b) => a.apart - b.apart)
    .slice(0, maxNear)
    .map(({ name }) => name)
}
