import { readFileSync } from 'node:fs'
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { agentServer, skillUri } from '@rts/shared/contract/agent-server'

type Answer = { [key: string]: unknown }
type Question = { method: string; params?: Answer | undefined }

const text = readFileSync(new URL(`../../skills/${agentServer.name}/SKILL.md`, import.meta.url), 'utf8')
const mimeType = 'text/markdown'
/** For hosts, before they load it: front matter, digest, size. */
export const skill = await skillEntry(agentServer.name, { 'SKILL.md': text })
const resource = { uri: skillUri, ...skill.frontmatter, mimeType }

/** By method (SEP-2640), the same for every caller; undefined for any other resource. */
const answers = new Map<string, (uri: unknown) => Answer | undefined>([
  ['skills/list', () => ({ skills: [skill] })],
  ['skills/get', (uri) => (uri === skillUri ? { skill } : undefined)],
  ['resources/list', () => ({ resources: [resource] })],
  ['resources/templates/list', () => ({ resourceTemplates: [] })],
  ['resources/read', (uri) => (uri === skillUri ? { contents: [{ uri, mimeType, text }] } : undefined)],
])

export function isAboutSkill(method: string | null): boolean {
  return answers.has(method ?? '')
}

export const skillCapabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } }

/** For methods without an SDK handler: other methods cost nothing. */
export async function answerAboutSkill({ method, params }: Question): Promise<Answer> {
  const answer = answers.get(method)
  if (!answer) throw protocolError(-32_601, 'Method not found')
  const uri = params?.uri
  const found = answer(uri)
  if (!found) throw protocolError(-32_602, `No such resource; there is ${skillUri}`, { uri })
  return found
}

function protocolError(code: number, message: string, data?: object): Error {
  return Object.assign(new Error(message), { code, data })
}
