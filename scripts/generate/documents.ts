import { builtServices, databaseServices } from '@rts/shared/contract/services'
import { type ContainerVariables, containerVariables, passwordVariables, stackVariables } from './containers.ts'
import { type Parts, type ServiceVariable, variables } from './declared.ts'

/** The table of docs/operations.md, and its steps that name services. */
export function documentParts(): Parts {
  const names = [...new Set(variables.map(({ name }) => name))]
  const rows = names.map((name) => {
    const all = variables.filter((variable) => variable.name === name)
    return `| \`${name}\` | ${ownersOf(all)} | ${defaultsOf(all)} | ${all[0]?.meaning} |`
  })
  const head = ['| variable | of | default (compose) | meaning |', '|---|---|---|---|']
  const containers = [
    ...passwordVariables.map(containerRow('containers')),
    ...containerVariables.map(containerRow('containers')),
    ...stackVariables.map(containerRow('stack')),
  ]
  return { variables: [...head, ...rows, ...containers], restore: restoreLines() }
}

const containerRow =
  (of: string) =>
  ({ names, value, meaning }: ContainerVariables) => {
    const list = names.map((name) => `\`${name}\``).join(', ')
    return `| ${list} | ${of} | ${value === undefined ? 'none' : `\`${value}\``} | ${meaning} |`
  }

/** How the databases are restored. */
function restoreLines(): string[] {
  return [
    '```sh',
    `docker compose stop lb ${builtServices.join(' ')}`,
    `for name in ${databaseServices.join(' ')}; do`,
    '  docker compose exec -T postgres pg_restore -U postgres --clean --if-exists --create --exit-on-error -d postgres < ../$name.dump',
    'done',
    'docker compose up -d',
    '```',
  ]
}

function ownersOf(all: readonly ServiceVariable[]): string {
  return all.length === builtServices.length ? 'all' : all.map(({ service }) => service).join(', ')
}

/** The default of most services first, then those of others; then those of `npm start` and of containers. */
function defaultsOf(all: readonly ServiceVariable[]): string {
  const byDefault = Object.entries(Object.groupBy(all, ({ defaultWords }) => defaultWords))
  const [max, ...others] = byDefault.sort(([, one = []], [, other = []]) => other.length - one.length)
  const rest = others.map(([words, owners = []]) => `; ${ownersOf(owners)} ${words}`)
  const local = all.find((variable) => variable.local)?.local
  const [first] = all
  return `${max?.[0]}${rest.join('')}${localWords(local)}${first ? containerWords(first) : ''}`
}

function localWords(local: string | undefined): string {
  if (local === undefined) return ''
  const value = local.startsWith('{sandbox}') ? 'the sandbox' : `\`${local.replace('{root}/', '')}\``
  return `; ${value} with \`npm start\``
}

function containerWords({ container, required, defaultWords }: ServiceVariable): string {
  if (required !== undefined) return ' (required)'
  if (container === undefined || defaultWords === 'required') return ''
  return ` (\`${/:-(.*)\}/.exec(container)?.[1] ?? container}\`)`
}
