import type { Operation } from '@rts/shared/contract/operation'
import { operationOf } from '@rts/shared/contract/table'
import { z } from 'zod'
import { catalog, lobbyTool } from '../../../services/mcp/src/tools/catalog.ts'
import type { Tool } from '../../../services/mcp/src/tools/tool.ts'
import { code, page, table } from '../markdown.ts'

const introduction = `An agent lists these tools with \`tools/list\`. A list has only what the key may see: without a key \`register\` alone. Every
call counts towards the 30 calls a minute of its token and never towards the calls of the day. A tool marked *collects*
may start a data refresh, which takes one of the account's collects of the day.`

/** `docs/agents/tools.md`. */
export function toolsPage(): string {
  return page('Tools', 'services/mcp/src/tools', [
    introduction,
    table(
      ['tool', 'open to', 'plan', 'cost'],
      catalog.map((tool) => [
        `[${tool.name}](#${tool.name})`,
        ...accessOf(tool, operationOf(tool.operation)),
        costOf(tool),
      ]),
    ),
    ...catalog.flatMap(chapterOf),
  ])
}

function accessOf(tool: Tool, { callers, mcp }: Operation): [string, string] {
  const open = mcp?.callers ?? callers
  const words = [
    ...(tool === lobbyTool ? ['no key'] : []),
    ...(open.includes('guest') ? ['guests'] : []),
    ...(open.includes('account') || open.includes('person') ? ['accounts'] : []),
  ]
  return [words.join(', '), mcp?.gate ?? 'any']
}

function costOf({ operation, hints }: Tool): string {
  const { collects, kind } = operationOf(operation)
  if (hints.destroys) return 'write; deletes'
  return collects ? `${kind}; collects` : kind
}

function chapterOf({ name, title, description, input }: Tool): (string | string[])[] {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  const rows = Object.entries(properties).map(([argument, schema]) => {
    const { description: meaning = '', default: preset } = Object(schema)
    const presetWords = preset === undefined ? '' : `${meaning === '' ? '' : '; '}${code(String(preset))} by default`
    return [
      code(argument),
      typeOf(Object(schema)),
      required.includes(argument) ? 'yes' : '',
      `${meaning}${presetWords}`.replaceAll('\n', ' '),
    ]
  })
  const what = `**${title}.** ${description.replaceAll('\n', ' ').replaceAll('<', '&lt;')}`
  return [
    `## ${name}`,
    what,
    rows.length === 0 ? 'No arguments.' : table(['argument', 'type', 'required', 'meaning'], rows),
  ]
}

type Json = { [key: string]: unknown }

function typeOf(schema: Json): string {
  const { type, enum: words, items, anyOf, const: only } = schema
  if (Array.isArray(words)) return words.map((word) => code(String(word))).join(', ')
  if (only !== undefined) return code(String(only))
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map((one) => typeOf(Object(one))))].join(' or ')
  if (type === 'array') return `list of ${typeOf(Object(items))}`
  const { minimum, maximum } = schema
  const range = minimum !== undefined && maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER
  return range ? `${type} ${minimum} to ${maximum}` : String(type ?? 'any')
}
