import type { Caller } from '@rts/shared/contract/caller'
import type { CallerKind } from '@rts/shared/contract/caller-kinds'
import { mcpPath } from '@rts/shared/contract/doors'
import { domain as domainField } from '@rts/shared/contract/fields'
import type { SiteRow } from '@rts/shared/contract/rows/site'
import { operationOf } from '@rts/shared/contract/table'
import { AppError, publicError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import type { z } from 'zod'
import { type PublishedTool, publish } from './published.ts'
import { callersOf, closedBecause, isLobby, limitedTo } from './rules/access.ts'
import { maxResultBytes, tamedResult } from './rules/bounded.ts'
import { isShort, rowsThatFit } from './rules/page-budget.ts'
import { frozenHint, printable, refusalText } from './rules/refusal-text.ts'
import type { OwnerCall, PreparedCall, Tool, ToolContext } from './tool.ts'
import { unknownTool } from './unknown-tool.ts'

type Input = { [key: string]: unknown }
type Block =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } }

export type ToolAnswer = {
  content: Block[]
  structuredContent?: { [key: string]: unknown }
  isError?: true
}
export type ToolboxOptions = {
  catalog: readonly Tool[]
  lobbyTool: Tool
  callerOf(asker: Asker): OwnerCall
  publicUrl: string
  logger: Logger
}
export type Asker = { caller: Caller; left: AbortSignal }
export type Toolbox = {
  /** In the lobby only `register`, which no other caller sees. */
  list(caller: Caller): PublishedTool[]
  /** Null for an unknown tool; every other failure is an answer with `isError`. */
  call(name: string, args: { [key: string]: unknown }, asker: Asker): Promise<ToolAnswer | null>
  unknown(name: string, caller: Caller): string
}

/** Steps of every call: key, gate, input, owner. */
export function createToolbox(options: ToolboxOptions): Toolbox {
  const { catalog, lobbyTool } = options
  const tools = new Map(catalog.map((tool) => [tool.name, tool]))
  const published = new Map<Tool, PublishedTool>()
  const list = (caller: Caller) =>
    (isLobby(caller) ? [lobbyTool] : toolsOf(options, caller.kind)).map((tool) => publishedIn(published, tool))
  const openTo = (caller: Caller) =>
    toolsOf(options, caller.kind).filter(
      ({ operation }) => closedBecause(operationOf(operation), caller, options.publicUrl) === null,
    )
  return {
    list,
    unknown: (name, caller) => {
      const open = isLobby(caller) ? [lobbyTool] : openTo(caller)
      return unknownTool(name, { listed: namesOf(list(caller)), open: namesOf(open) })
    },

    async call(name, args, asker) {
      const { caller } = asker
      const tool = tools.get(name)
      if (!tool) return null
      try {
        requireOpen(options, tool, caller)
        const context = contextOf(options, asker)
        const input = await located(tool, renamed(tool, args), context)
        return await answered(tool, input, context)
      } catch (error) {
        return refused(options, tool, caller, error)
      }
    },
  }
}

/** Made for the first list: all of them take 65 ms of a start. */
function publishedIn(known: Map<Tool, PublishedTool>, tool: Tool): PublishedTool {
  const found = known.get(tool) ?? publish(tool)
  known.set(tool, found)
  return found
}

/** A page too long for a model is read again with fewer rows: its cursor must fit. */
async function answered(tool: Tool, input: Input, context: ToolContext): Promise<ToolAnswer> {
  const answer = explained(await prepared(tool, input).run(context), context)
  const json = JSON.stringify(answer)
  const rows: unknown = Object(answer)[tool.list]
  const isPage = tool.hints.reads && 'limit' in tool.input.shape && Array.isArray(rows)
  if (!isPage || isShort(answer, json)) return answerOf(answer, json)
  const limit = Math.max(1, rowsThatFit(Object(answer), tool.list, rows))
  const page = limit < rows.length ? explained(await prepared(tool, { ...input, limit }).run(context), context) : answer
  return answerOf(page, JSON.stringify(page))
}

/** Adds to a frozen site's answer why it does not change and what a person can do. */
function explained(answer: unknown, { caller, appUrl }: ToolContext): unknown {
  return Object(answer).reason === 'site_frozen' ? { ...Object(answer), hint: frozenHint(caller, appUrl) } : answer
}

/** The owner checked the result; tests compare it with the published schema. */
function answerOf(result: unknown, json: string): ToolAnswer {
  const { text, structuredContent } = tamedResult(result, json)
  if (Buffer.byteLength(text) > maxResultBytes)
    throw new AppError('payload_too_large', 'The answer is too large: ask for fewer rows with limit')
  return { content: [{ type: 'text', text }], structuredContent }
}

function requireOpen({ lobbyTool, publicUrl }: ToolboxOptions, tool: Tool, caller: Caller): void {
  if (isLobby(caller)) {
    if (tool === lobbyTool) return
    throw new AppError(
      'conflict',
      `No key on this request. Call ${lobbyTool.name}, then send Authorization: Bearer <token> with every request.`,
    )
  }
  if (tool === lobbyTool)
    throw new AppError('conflict', 'This request already has a key; call account_status to see what it can do.')
  const reason = closedBecause(operationOf(tool.operation), caller, publicUrl)
  if (reason !== null) throw new AppError('conflict', reason)
}

function namesOf(tools: readonly { name: string }[]): string[] {
  return tools.map(({ name }) => name)
}

/** Of all plans, without tools that this kind of key can never use. */
function toolsOf({ catalog, lobbyTool }: ToolboxOptions, kind: CallerKind): Tool[] {
  return catalog.filter((tool) => tool !== lobbyTool && callersOf(operationOf(tool.operation)).includes(kind))
}

function contextOf(options: ToolboxOptions, asker: Asker): ToolContext {
  const { publicUrl } = options
  const { caller } = asker
  const reasonOf = (tool: Tool) => closedBecause(operationOf(tool.operation), caller, publicUrl)
  const limit = caller.siteIds
  const closedTools = (host: string | undefined) =>
    toolsOf(options, caller.kind).map((tool) => ({
      name: tool.name,
      reason: reasonOf(tool) ?? (tool.addsSites && limit !== null ? limitedTo(limit.length, host) : null),
    }))
  return { caller, call: options.callerOf(asker), mcpUrl: publicUrl + mcpPath, appUrl: publicUrl, closedTools }
}

async function located(tool: Tool, input: Input, { call }: ToolContext): Promise<Input> {
  const named = input.project_id
  if (typeof named !== 'string' || !named.includes('.') || !('project_id' in tool.input.shape)) return input
  const { data: domain } = domainField.safeParse(named)
  if (domain === undefined) return input
  const { projects } = await call('sites.list', { query: { domain } })
  return { ...input, project_id: siteOfDomain(projects, domain).id }
}

/** Throws `not_found`; `invalid_input` with a list for several sites. */
function siteOfDomain(sites: readonly SiteRow[], domain: string): SiteRow {
  const [site] = sites
  if (!site) throw new AppError('not_found', 'No such site')
  if (sites.length === 1) return site
  const list = sites.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new AppError('invalid_input', `project_id: ${domain} is the domain of several sites: ${list}`)
}

/** Throws `invalid_input` that names each bad field. */
function prepared(tool: Tool, input: Input): PreparedCall {
  const call = tool.prepare(input)
  if ('run' in call) return call
  const known = Object.keys(tool.input.shape).join(', ') || 'none'
  const lines = call.issues.slice(0, 10).map((issue) => lineOf(issue, input, known))
  throw new AppError('invalid_input', `Bad input. ${lines.join('; ')}`)
}

/** Under published names. Throws `invalid_input` for one field in two spellings. */
function renamed({ aliases }: Tool, args: Input): Input {
  const spellings = new Map<string, string>()
  for (const key of Object.keys(args)) {
    const field = (Object.hasOwn(aliases, key) ? aliases[key] : undefined) ?? key
    const other = spellings.get(field)
    if (other !== undefined)
      throw new AppError('invalid_input', `Bad input. ${other} and ${key} are the same field: give only one`)
    spellings.set(field, key)
  }
  return Object.fromEntries([...spellings].map(([field, key]) => [field, args[key]]))
}

function lineOf(issue: z.core.$ZodIssue, args: object, known: string): string {
  if (issue.code === 'unrecognized_keys')
    return `unknown: ${issue.keys.slice(0, 5).map(printable).join(', ')} (known: ${known})`
  const field = issue.path.map(String).join('.')
  const isMissing = issue.code === 'invalid_type' && issue.path.length === 1 && !Object.hasOwn(args, field)
  return `${printable(field)}: ${isMissing ? 'is required' : issue.message}`
}

function refused({ logger, publicUrl }: ToolboxOptions, tool: Tool, caller: Caller, error: unknown): ToolAnswer {
  if (!(error instanceof AppError))
    logger.error({ err: error, tool: tool.name, requestId: caller.requestId }, 'tool failed')
  const refusal = publicError(error)
  const text = inItsWords(tool, refusalText(refusal, caller, publicUrl), refusal.facts.errors?.[0]?.field ?? '')
  return { content: [{ type: 'text', text }], isError: true }
}

/** A refusal begins with the field's name: here the tool's. */
function inItsWords({ aliases }: Tool, text: string, field: string): string {
  const own = text.startsWith(`${field} `) && Object.hasOwn(aliases, field) ? aliases[field] : undefined
  return own === undefined ? text : `${own}${text.slice(field.length)}`
}
