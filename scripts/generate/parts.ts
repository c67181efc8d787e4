import { commonVariables } from '@rts/shared/common-variables'
import { builtServices, databaseServices, programNames, upgradeOrder } from '@rts/shared/contract/services'
import { subjectsOwnedBy, subjectsSentBy } from '@rts/shared/derive/subjects'
import { declarations } from '../../services/dashboard/src/billing/providers/providers.ts'
import { serpProviders } from '../../services/projects/src/checks/providers/providers.ts'
import { engineNeeds } from '../../services/research/src/ai/config.ts'
import { keywordNeeds } from '../../services/research/src/keywords/config.ts'
import { linkNeeds } from '../../services/research/src/links/config.ts'
import { apiParts } from './api-parts.ts'
import {
  brokerPasswords,
  containerValue,
  databasePasswords,
  needed,
  type Parts,
  type ServiceVariable,
  variables,
} from './declared.ts'

type Needs = Readonly<Record<string, readonly string[]>>

const ownOfEach = ['DATABASE_URL', 'NATS_URL', 'CALLER_KEY']
/** Variables that compose gives all services alike. */
const isCommon = ({ name }: ServiceVariable) => name in commonVariables && !ownOfEach.includes(name)
const yamlLine = (name: string, value: string) => `${name}: ${/^\d+$/.test(value) ? `'${value}'` : value}`
const environmentLine = (variable: ServiceVariable) => yamlLine(variable.name, containerValue(variable))
const ownedBy = (service: string) => variables.filter((variable) => variable.service === service)
const shellList = (variable: string, names: readonly string[]) => `${variable}="${names.join(' ')}"`

/** The environments of docker-compose.yml. */
export function composeParts(): Parts {
  const ofService = (name: string) => ownedBy(name).filter((variable) => !isCommon(variable))
  const passwords = (names: readonly string[]) => names.map((name) => yamlLine(name, needed(name)))
  return {
    common: ownedBy('gateway').filter(isCommon).map(environmentLine),
    ...Object.fromEntries(builtServices.map((name) => [name, ofService(name).map(environmentLine)])),
    ...Object.fromEntries(databaseServices.map((name) => [`migration of ${name}`, migrationLines(name)])),
    databases: passwords(databasePasswords),
    'broker users': passwords(brokerPasswords),
  }
}

/** A step of a database needs its address alone. */
function migrationLines(service: string): string[] {
  const authorities = yamlLine('NODE_EXTRA_CA_CERTS', '/etc/rank-tracker/authorities.pem')
  return [
    authorities,
    ...ownedBy(service)
      .filter(({ name }) => name === 'DATABASE_URL')
      .map(environmentLine),
  ]
}

/** The generated parts of all other files. */
export const fileParts: Record<string, Parts> = {
  'deploy/nats/nats.conf': { services: builtServices.flatMap(brokerUser) },
  'deploy/observe/alarms.yml': { services: builtServices.map(absence) },
  'deploy/observe/prometheus.yml': { services: builtServices.map(target) },
  'deploy/postgres/services.sh': { databases: [`databases="\${DATABASES:-${databaseServices.join(' ')}}"`] },
  'deploy/caller-keys.sh': { programs: [shellList('programs', programNames)] },
  'deploy/databases.sh': {
    moved: [shellList('databases', databaseServices), shellList('services', ['lb', ...builtServices])],
  },
  'deploy/upgrade.sh': {
    replaced: [shellList('databases', databaseServices), shellList('services', upgradeOrder)],
  },
  ...apiParts,
  'packages/local/src/system/local-variables.ts': { 'local variables': builtServices.flatMap(localVariables) },
  'packages/local/src/system/provider-keys.ts': { 'provider keys': providerKeys() },
  'packages/shared/src/contract/rows/billing.ts': {
    'payment providers': [`export const paymentProvider = z.enum([${quoted(Object.keys(declarations))}])`],
  },
  'services/dashboard/web/features/collects/collected.tsx': {
    'results pages': Object.entries(serpProviders).map(([name, { label }]) => `${name}: '${label}',`),
  },
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}

/** A service as a user of the broker: it listens to its own subjects, and sends only what its code sends. */
function brokerUser(name: (typeof builtServices)[number]): string[] {
  const list = (subjects: readonly string[]) => `[${subjects.map((subject) => `"${subject}"`).join(', ')}]`
  return [
    '{',
    `  user: ${name}, password: $NATS_${name.toUpperCase()}_PASSWORD`,
    '  permissions: {',
    `    subscribe: ${list([...subjectsOwnedBy(name), `_INBOX.${name}.>`])}`,
    `    publish: ${list(subjectsSentBy(name))}`,
    '    allow_responses: true',
    '  }',
    '}',
  ]
}

/** A target of Prometheus: each replica, which Docker's name server has by the name of its service. */
function target(name: string): string {
  const port = ownedBy(name).find((variable) => variable.name === 'ADMIN_PORT')
  if (!port) throw new Error(`${name} has no port of metrics`)
  return `- { job_name: ${name}, dns_sd_configs: [{ names: [${name}], type: A, port: ${containerValue(port)} }] }`
}

/** The alarm for a service of which no replica is there. */
function absence(name: string, i: number): string {
  return `${i === 0 ? '' : 'or '}absent(process_start_time_seconds{service="${name}"})`
}

/** Variables that `npm start` gives a service, for the runner. */
function localVariables(service: string): string[] {
  const lines = ownedBy(service).flatMap(({ name, local, unless }) => {
    if (local === undefined) return []
    return [`  { name: '${name}', value: '${local}'${unless === undefined ? '' : `, unless: '${unless}'`} },`]
  })
  return [`${service}: [`, ...lines, '],']
}

/** The variables that each provider needs, for the runner: a key alone turns its provider on. */
function providerKeys(): string[] {
  const areas: Record<string, Needs> = {
    SERP_PROVIDERS: needsOf(serpProviders),
    KEYWORD_PROVIDERS: keywordNeeds,
    BACKLINK_PROVIDERS: linkNeeds,
    AI_ENGINES: engineNeeds,
    PAYMENT_PROVIDER: needsOf(declarations),
  }
  return Object.entries(areas).flatMap(([variable, needs]) => {
    const lines = Object.entries(needs).map(([name, keys]) => `  ${name}: [${quoted(keys)}],`)
    return [`${variable}: {`, ...lines, '},']
  })
}

function needsOf(providers: Record<string, { needs: readonly string[] }>): Needs {
  return Object.fromEntries(Object.entries(providers).map(([name, { needs }]) => [name, needs]))
}
