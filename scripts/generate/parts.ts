import { commonVariables } from '@rts/shared/common-variables'
import { builtServices, databaseServices, programNames, upgradeOrder } from '@rts/shared/contract/services'
import { subjectsOwnedBy, subjectsSentBy } from '@rts/shared/derive/subjects'
import { declarations } from '../../services/dashboard/src/billing/providers/providers.ts'
import { serpProviders } from '../../services/projects/src/checks/providers/providers.ts'
import { engineNeeds } from '../../services/research/src/ai/config.ts'
import { keywordNeeds } from '../../services/research/src/keywords/config.ts'
import { linkNeeds } from '../../services/research/src/links/config.ts'
import {
  brokerPasswords,
  containerValue,
  databasePasswords,
  needed,
  type ServiceVariable,
  variables,
} from './declared.ts'

/** The generated parts of a file that people write too, by their marks. */
export type Parts = Record<string, string[]>

const ownOfEach = ['DATABASE_URL', 'NATS_URL', 'CALLER_KEY']
/** Variables that compose gives all services alike. */
const isCommon = ({ name }: ServiceVariable) => name in commonVariables && !ownOfEach.includes(name)
const yamlLine = (name: string, value: string) => `${name}: ${/^\d+$/.test(value) ? `'${value}'` : value}`
const environmentLine = (variable: ServiceVariable) => yamlLine(variable.name, containerValue(variable))
const ownedBy = (service: string) => variables.filter((variable) => variable.service === service)

/** The environments of docker-compose.yml. */
export function composeParts(): Parts {
  const own = builtServices.map((name) => {
    const rest = ownedBy(name).filter((variable) => !isCommon(variable))
    return [name, rest.map(environmentLine)] as const
  })
  const passwords = (names: readonly string[]) => names.map((name) => yamlLine(name, needed(name)))
  return {
    common: ownedBy('gateway').filter(isCommon).map(environmentLine),
    ...Object.fromEntries(own),
    databases: passwords(databasePasswords),
    'broker users': passwords(brokerPasswords),
  }
}

/** The secrets of deploy/stack.sh. */
export function stackScriptParts(): Parts {
  const secrets = builtServices.flatMap((name) => {
    const secret = ownedBy(name).filter(({ isSecret }) => isSecret)
    return [`secret ${name} <<END`, ...secret.map(secretLine), 'END']
  })
  return {
    services: secrets,
    databases: shellLines('database_passwords', databasePasswords),
    'broker users': shellLines('broker_passwords', brokerPasswords),
  }
}

/** A shell's variable with a line NAME=value for each of these. */
function shellLines(variable: string, names: readonly string[]): string[] {
  return `${variable}="${names.map((name) => `${name}=$${name}`).join('\n')}"`.split('\n')
}

/** A database may be on a server of its own. */
function secretLine(variable: ServiceVariable): string {
  const host = `\${${variable.service.toUpperCase()}_DB_HOST:-postgres:5432}`
  return `${variable.name}=${containerValue(variable).replace('postgres:5432', host)}`
}

/** The users of the broker: each service listens to its own subjects, and sends only what its code sends. */
export function brokerParts(): Parts {
  const list = (subjects: readonly string[]) => `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`
  const users = builtServices.flatMap((name) => [
    '{',
    `  user: ${name}, password: $NATS_${name.toUpperCase()}_PASSWORD`,
    '  permissions: {',
    `    subscribe: ${list([...subjectsOwnedBy(name), `_INBOX.${name}.>`])}`,
    `    publish: ${list(subjectsSentBy(name))}`,
    '    allow_responses: true',
    '  }',
    '}',
  ])
  return { services: users }
}

/** The databases that deploy/postgres/services.sh makes. */
export function databaseParts(): Parts {
  return { databases: [`databases="\${DATABASES:-${databaseServices.join(' ')}}"`] }
}

/** The databases that deploy/move.sh moves, and the containers that it stops for that. */
export function moveParts(): Parts {
  return { moved: [`databases="${databaseServices.join(' ')}"`, `services="lb ${builtServices.join(' ')}"`] }
}

/** The programs that deploy/caller-keys.sh makes keys for. */
export function callerKeyParts(): Parts {
  return { programs: [`programs="${programNames.join(' ')}"`] }
}

/** The databases that deploy/upgrade.sh migrates, and the services that it replaces. */
export function upgradeParts(): Parts {
  return { replaced: [`databases="${databaseServices.join(' ')}"`, `services="${upgradeOrder.join(' ')}"`] }
}

/** Variables that `npm start` gives each service, for the runner. */
export function localParts(): Parts {
  const lines = builtServices.flatMap((service) => [
    `${service}: [`,
    ...ownedBy(service).flatMap(({ name, local, unless }) => {
      if (local === undefined) return []
      return [`  { name: '${name}', value: '${local}'${unless === undefined ? '' : `, unless: '${unless}'`} },`]
    }),
    '],',
  ])
  return { 'local variables': lines }
}

/** The variables that each provider needs, for the runner: a key alone turns its provider on. */
export function providerKeyParts(): Parts {
  const areas: Record<string, Needs> = {
    SERP_PROVIDERS: needsOf(serpProviders),
    KEYWORD_PROVIDERS: keywordNeeds,
    BACKLINK_PROVIDERS: linkNeeds,
    AI_ENGINES: engineNeeds,
    PAYMENT_PROVIDER: needsOf(declarations),
  }
  const lines = Object.entries(areas).map(([variable, needs]) => {
    const each = Object.entries(needs).map(([name, keys]) => `${name}: [${keys.map((key) => `'${key}'`).join(', ')}]`)
    return [`${variable}: {`, ...each.map((line) => `  ${line},`), '},']
  })
  return { 'provider keys': lines.flat() }
}

type Needs = Readonly<Record<string, readonly string[]>>
function needsOf(providers: Record<string, { needs: readonly string[] }>): Needs {
  return Object.fromEntries(Object.entries(providers).map(([name, { needs }]) => [name, needs]))
}

/** The names of payment providers, for the contract. */
export function paymentParts(): Parts {
  const names = Object.keys(declarations).map((name) => `'${name}'`)
  return { 'payment providers': [`export const paymentProvider = z.enum([${names.join(', ')}])`] }
}

/** Labels of the providers of results pages, for the dashboard. */
export function labelParts(): Parts {
  return { 'results pages': Object.entries(serpProviders).map(([name, { label }]) => `${name}: '${label}',`) }
}
