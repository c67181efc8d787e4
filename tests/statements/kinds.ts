import { findCommands } from './commands.ts'
import type { Mark } from './document.ts'
import type { Known } from './known.ts'
import type { Kind, Statement } from './statement.ts'
import type { Tree } from './tree.ts'

const topFolders = /^(packages|services|docs|deploy|scripts|tests|bench|harness|lint|contract)\//
const extension = /\.(tsx?|mjs|sh|sql|py|ya?ml|conf|cfg|json|jsonl|md|tsv|prisma|grit|tpl|http)$/
const snake = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/
const camel = /^[a-z][a-z0-9]*(?:[A-Z][A-Za-z0-9]*)+$/
const dotted = /^[a-z][A-Za-z]+\.[a-z][A-Za-z]+$/
const metric = /_(total|seconds|bytes|batch)$/
/** Names of other programs, their settings and files. */
const foreign = new RegExp(
  `^(${[
    'node_(modules|exporter)|(nodejs|process)_\\w+|HTTPS?_PROXY|EX_SOFTWARE',
    'pg_\\w+|max_connections|shared_buffers|PGBACKREST_\\w+',
    'client_secret_(post|basic)|private_key_jwt|auth_(username|password)',
    'mcp_servers|authorization_token|trusted_proxies|set_real_ip_from|docker_gwbridge|imagePullSecrets',
  ].join('|')})$`,
)
/** Documents about the formats, files and settings of others. */
const aboutOthers = /(providers|provider-evidence|hosts|dependencies)\.md$/

export function statementsIn(mark: Mark, known: Known, tree: Tree): Statement[] {
  const found = [
    ...findCommands(mark, known),
    ...variablesIn(mark, known, tree),
    ...endpointsIn(mark, known, tree),
    ...(mark.isShell ? shellPaths(mark, tree) : []),
    ...(mark.isShell ? [] : [...pathsIn(mark, tree), ...namesIn(mark, known, tree), ...logLinesIn(mark, tree)]),
  ]
  return found.filter(({ kind, says, holds }) => holds || !(isOfOthers(mark.file, kind, says) || mark.own.has(says)))
}

function isOfOthers(file: string, kind: Kind, says: string): boolean {
  if (foreign.test(says)) return true
  return (
    aboutOthers.test(file) &&
    (kind === 'name' || kind === 'variable' || (kind === 'path' && !topFolders.test(says)) || kind === 'endpoint')
  )
}

function pathsIn({ text, file }: Mark, tree: Tree): Statement[] {
  return text.split(/[\s,]+/).flatMap((word) => {
    const bare = word.replace(/#.*$/, '').replace(/[.:]$/, '')
    if (!/^[\w@{*][\w.@{},*$/-]*$/.test(bare) || bare.startsWith('node_modules/')) return []
    if (!topFolders.test(bare) && !extension.test(bare)) return []
    return [{ kind: 'path', says: bare, holds: isMade(bare) || tree.find(bare, file) }]
  })
}

/** Files that a run or an operator makes. */
function isMade(name: string): boolean {
  return /^(shots|config|contract\/released)(\/|$)|^(connection|settings|secrets|values|daemon|server)\.(json|ya?ml)$|\/generated\//.test(
    name,
  )
}

function shellPaths({ text, file }: Mark, tree: Tree): Statement[] {
  return text.split(/[\s='"]+/).flatMap((word): Statement[] => {
    if (text.startsWith('kubectl') || !topFolders.test(word) || !/^[\w./-]+$/.test(word) || isMade(word)) return []
    return [{ kind: 'path', says: word, holds: tree.find(word, file) }]
  })
}

function variablesIn({ text, sentence }: Mark, known: Known, tree: Tree): Statement[] {
  const named = text.match(/(?<![\w-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g) ?? []
  return named.map((says): Statement => {
    if (known.auditCodes.has(says)) return { kind: 'audit code', says, holds: true }
    const isIssue = /\b(audits?|issues?)\b/.test(sentence)
    return {
      kind: isIssue ? 'audit code' : 'variable',
      says,
      holds: known.variables.has(says) || tree.words.has(says),
    }
  })
}

function namesIn({ text, sentence }: Mark, known: Known, tree: Tree): Statement[] {
  const name = text.replace(/[{[].*$/, '').replace(/\(\)$/, '')
  if (known.tools.has(name)) return [{ kind: 'tool', says: name, holds: true }]
  if (known.errors.has(name)) return [{ kind: 'error code', says: name, holds: true }]
  if (known.metrics.has(name.replace(/_(bucket|sum|count)$/, ''))) return [{ kind: 'metric', says: name, holds: true }]
  if (snake.test(name)) {
    if (tree.words.has(name)) return [{ kind: 'name', says: name, holds: true }]
    const kind: Kind = metric.test(name)
      ? 'metric'
      : /\btools?\b/i.test(sentence)
        ? 'tool'
        : /\b(code|error)\b/i.test(sentence)
          ? 'error code'
          : 'name'
    return [{ kind, says: name, holds: false }]
  }
  if (dotted.test(name) && !extension.test(name)) {
    const [entity = '', member = ''] = name.split('.')
    const isPart = !known.entities.has(entity) && tree.words.has(entity) && tree.words.has(member)
    const holds = isPart || known.operations.has(name) || tree.code.includes(`'${name}'`)
    return [{ kind: 'name', says: name, holds }]
  }
  return camel.test(name) ? [{ kind: 'name', says: name, holds: tree.words.has(name) }] : []
}

function logLinesIn({ text, sentence }: Mark, tree: Tree): Statement[] {
  if (
    !/\b(log|logs|lines?)\b/.test(sentence) ||
    !/^(?!npm |docker |sh )[a-z][A-Za-z']*(?:[,:]?\s[A-Za-z']+)+$/.test(text)
  )
    return []
  return [{ kind: 'log line', says: text, holds: tree.code.includes(`'${text}'`) }]
}

function endpointsIn({ text, isShell }: Mark, known: Known, tree: Tree): Statement[] {
  if (isShell) {
    const methodOf = /\s-d\s|--data/.test(text) ? 'POST' : (/-X (\w+)/.exec(text)?.[1] ?? 'GET')
    return [...text.matchAll(/\$BASE(\/[^\s"'?)]*)/g)].map(({ 1: path = '' }) => endpoint(methodOf, path, known, tree))
  }
  return [...text.matchAll(/\b(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^\s?"']*)/g)].map(
    ({ 1: method = '', 2: path = '' }) => endpoint(method, path, known, tree),
  )
}

/** One of the table, or a path that a service, the sandbox or the runner has by itself. */
function endpoint(method: string, path: string, known: Known, tree: Tree): Statement {
  const bare = path.replace(/[{}]/g, '').replace(/\/$/, '')
  const isListed = known.endpoints.some((pattern) => pattern.test(`${method} ${bare}`))
  const last = bare.split('/').findLast((part) => /^[a-z][\w.-]+$/.test(part)) ?? bare
  const isApi = /^\/(http|projects|keywords|team|google|schema)\b/.test(bare)
  const isOther = tree.code.includes(`'${bare}'`) || (!isApi && tree.code.includes(`/${last}`))
  return { kind: 'endpoint', says: `${method} ${path}`, holds: isListed || isOther }
}
