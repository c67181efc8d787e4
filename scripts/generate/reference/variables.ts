import { builtServices } from '@rts/shared/contract/services'
import { type ContainerVariables, containerVariables, passwordVariables, scriptVariables } from '../containers.ts'
import { type ServiceVariable, variables } from '../declared.ts'
import { code, page, table } from '../markdown.ts'

const introduction = `A bad value stops the start, with an error that names the variable. An empty variable counts as absent. The column
*default* shows the value without the variable, then in brackets the value in \`docker-compose.yml\` where it differs.
"With \`npm start\`" also holds for the one container with \`SANDBOX=on\`. An address that ends in \`_BASE_URL\` or \`_URL\`
of a provider needs no change: tests and proxies use it.`

/** `docs/reference/variables.md`. */
export function variablesPage(): string {
  const sections = [...new Set(variables.map(({ section }) => section))]
  return page('Variables', "the services' config.ts", [
    introduction,
    ...sections.flatMap((section) => [`## ${section}`, tableOf(section)]),
    ...containerPart('Passwords and keys of containers', passwordVariables),
    ...containerPart('Containers', containerVariables),
    ...containerPart('Scripts, back-ups and the one container', scriptVariables),
  ])
}

function tableOf(section: string): string[] {
  const own = variables.filter((variable) => variable.section === section)
  const names = [...new Set(own.map(({ name }) => name))]
  const rows = names.map((name) => {
    const all = variables.filter((variable) => variable.name === name)
    return [code(name), ownersOf(all), defaultsOf(all), all[0]?.meaning ?? '']
  })
  return table(['variable', 'of', 'default', 'meaning'], rows)
}

function containerPart(title: string, declared: readonly ContainerVariables[]): (string | string[])[] {
  const rows = declared.map(({ names, value, meaning }) => [
    names.map(code).join(', '),
    value === undefined ? 'none' : code(value),
    meaning,
  ])
  return [`## ${title}`, table(['variable', 'default', 'meaning'], rows)]
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
  const value = local.startsWith('{sandbox}') ? 'the sandbox' : code(local.replace('{root}/', ''))
  return `; ${value} with \`npm start\``
}

function containerWords({ container, required, defaultWords }: ServiceVariable): string {
  if (required !== undefined) return defaultWords === 'required' ? '' : ' (required)'
  if (container === undefined || defaultWords === 'required') return ''
  return ` (${code(/:-(.*)\}/.exec(container)?.[1] ?? container)})`
}
