import type { Mark } from './document.ts'
import type { Known } from './known.ts'
import type { Statement } from './statement.ts'

/** Options of `docker compose` and of its commands that take a value. */
const withValue = /^(-[fpveuw]|--(profile|project-name|user|entrypoint|env-file|scale|name|tail|since))$/
/** Its commands whose words are services. */
const ofServices = /^(up|restart|stop|start|logs|build|rm|kill|ps|pull|run|exec|create)$/

/** The commands that a mark has: npm scripts, compose, the operator's command line, that of callers. */
export function findCommands({ text, isShell }: Mark, known: Known): Statement[] {
  return text.split(/&&|\|\||[;|]|\$\(|\s\d?>+/).flatMap((part): Statement[] => {
    const words = part
      .trim()
      .replace(/^(exec|sudo|time) /, '')
      .replace(/^([A-Z_]+=\S* )+/, '')
      .split(/\s+/)
    const [program, second = '', third = ''] = words
    if (program === 'npm') return npm(words, known)
    if (program === 'docker' && second === 'compose') return compose(words.slice(2), known)
    if (program === 'docker-compose') return compose(words.slice(1), known)
    if (program === 'rank-tracker-cli') return cli(words.slice(1), known)
    if (program === 'operator') return operator(words.slice(1), known)
    if (words.includes('packages/local/src/admin.ts'))
      return operator(words.slice(words.indexOf('packages/local/src/admin.ts') + 1), known)
    if (!isShell && isOperators(program, second, third, known)) return operator(words, known)
    return []
  })
}

function npm(words: string[], known: Known): Statement[] {
  const at = words.findIndex((word, i) => i > 0 && !word.startsWith('-'))
  const verb = words[at] ?? ''
  const name = verb === 'run' ? (words.slice(at + 1).find((word) => !word.startsWith('-')) ?? '') : verb
  if (!['run', 'test', 'start'].includes(verb)) return []
  const rest = words.slice(words.indexOf('--') + 1)
  const says = words.join(' ')
  const own: Statement = { kind: 'command', says, holds: known.scripts.has(name) }
  if (!words.includes('--')) return [own]
  if (name === 'bench') return [{ ...own, holds: isPlaceholder(rest[0]) || known.benchmarks.has(rest[0] ?? '') }]
  return name === 'admin' ? [own, ...operator(rest, known)] : [own]
}

function compose(words: string[], known: Known): Statement[] {
  const rest = withoutOptions(words)
  const [verb = '', ...after] = rest
  if (!ofServices.test(verb)) return []
  const services = verb === 'run' || verb === 'exec' ? after.slice(0, 1) : after
  const own = services
    .filter((word) => !isPlaceholder(word))
    .map(
      (word): Statement => ({
        kind: 'command',
        says: `docker compose ${verb} ${word}`,
        holds: known.composeServices.has(word),
      }),
    )
  const isOperator = verb === 'run' && after[0] === 'operator'
  return [...own, ...(isOperator ? operator(words.slice(words.indexOf('operator') + 1), known) : [])]
}

function withoutOptions(words: string[]): string[] {
  const rest: string[] = []
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? ''
    if (/^[<>]|^\d?>/.test(word)) break
    if (withValue.test(word)) i++
    else if (!word.startsWith('-')) rest.push(word)
  }
  return rest
}

function operator(words: string[], known: Known): Statement[] {
  const first = words.findIndex((word) => /^\[?-/.test(word))
  const name = (first < 0 ? words : words.slice(0, first)).join(' ')
  if (isPlaceholder(name) || name === '' || name === 'help') return []
  const options = known.operator.get(name)
  const used = first < 0 ? [] : words.slice(first).flatMap((word) => word.match(/--[a-z]+/) ?? [])
  const unknown = used.filter((option) => option !== '--help' && !options?.includes(option))
  return [{ kind: 'command', says: [name, ...used].join(' '), holds: options !== undefined && unknown.length === 0 }]
}

/** A command of the operator alone in a sentence: `account plan`, `usage --account ID`. */
function isOperators(program = '', second: string, third: string, { operator }: Known): boolean {
  const names = [...operator.keys()]
  const isPair = names.some((name) => name.startsWith(`${program} `)) && /^[a-z]+$/.test(second)
  const isOne = operator.has(program) && second.startsWith('--')
  return (
    isOne ||
    (isPair && (third === '' || third.startsWith('--')) && !['import', 'key'].includes(program)) ||
    operator.has(`${program} ${second}`)
  )
}

function cli(words: string[], known: Known): Statement[] {
  const [name = ''] = words
  if (name.startsWith('-') || isPlaceholder(name) || name === '') return []
  const options = known.cli.get(name)
  const used = words.flatMap((word) => word.match(/^--[a-z-]+/) ?? [])
  const unknown = used.filter((option) => !options?.includes(option))
  return [
    {
      kind: 'command',
      says: `rank-tracker-cli ${[name, ...used].join(' ')}`,
      holds: options !== undefined && unknown.length === 0,
    },
  ]
}

function isPlaceholder(word = ''): boolean {
  return /^[A-Z…$<"[{]|…|-[A-Z]+$/.test(word)
}
