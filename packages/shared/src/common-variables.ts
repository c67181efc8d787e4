import { z } from 'zod'
import { declareVariables, integerVariable, keysVariable, listVariable, shareVariable } from './config.ts'
import { serviceNames, services } from './contract/services.ts'

const x25519 = '[\\w-]+:[\\w-]{43}'
export const callerVariables = declareVariables('All services', {
  CALLER_KEY: {
    schema: z.string().regex(new RegExp(`^${x25519}(,${x25519})*$`), 'must be id:key,… with private keys of X25519'),
    meaning: 'its own keys, with which it signs calls, as `id:key,…`: the first signs, all verify',
    isSecret: true,
    container: '{NAME_CALLER_KEY}',
  },
  CALLER_PUBLIC_KEYS: {
    schema: z
      .string()
      .regex(new RegExp(`^\\w+=${x25519}(,\\w+=${x25519})*$`), 'must be program=id:key,… with public keys of X25519'),
    meaning:
      'the public keys of all programs, as `program=id:key,…`, in the order of their private ones; the same in all services',
    required: 'generate',
  },
})

export const commonVariables = {
  ...callerVariables,
  ...declareVariables('All services', {
    NODE_ENV: {
      schema: z.enum(['production', 'development', 'test']).default('development'),
      meaning: '`production` makes `SUPPORT_EMAIL` required, and nothing is simulated without `SANDBOX=on`',
      container: 'production',
    },
    HOST: { schema: z.string().default('127.0.0.1'), meaning: 'address to listen on', container: '0.0.0.0' },
    PORT: {
      schema: integerVariable(0, 65_535).default(0),
      meaning: 'port of the service; 0: a free one',
      container: '8080',
    },
    ADMIN_PORT: {
      schema: integerVariable(0, 65_535).default(0),
      meaning: 'port of health and metrics, never public; 0: a free one',
      container: '9090',
    },
    DRAIN_MS: {
      schema: integerVariable(0, 60_000).default(0),
      meaning: 'how long a stopping replica still takes requests',
      container: '5000',
    },
    LOG_LEVEL: {
      schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
      meaning: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    },
    DATABASE_URL: {
      schema: z.url(),
      meaning: "`postgresql://role:password@host/database`, the service's own; `?sslmode=verify-full` encrypts",
      isSecret: true,
      container:
        // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
        'postgresql://{name}:{NAME_DB_PASSWORD}@${NAME_DB_HOST:-postgres:5432}/{name}?sslmode=${DATABASE_SSLMODE:-disable}',
    },
    NATS_URL: {
      schema: z.string().regex(/^(nats|tls):\/\//, 'must be a nats:// address'),
      meaning: '`nats://[user:password@]host:port`; `tls://` encrypts',
      isSecret: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
      container: '${NATS_SCHEME:-nats}://{name}:{NATS_NAME_PASSWORD}@${NATS_HOST:-nats:4222}',
    },
    DISABLED_SERVICES: {
      schema: listVariable
        .pipe(z.array(z.enum(serviceNames)))
        .transform((given) => serviceNames.filter((name) => !services[name].isBuilt || given.includes(name))),
      meaning: 'services of this version that you do not run, comma-separated: facts for them wait',
    },
    PLANS_FILE: {
      schema: z.string().optional(),
      meaning: 'JSON that replaces parts of the plan table',
      container: '/etc/rank-tracker/plans.json',
    },
    OTLP_URL: {
      schema: z
        .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
        .refine((url) => !/[@?#]/.test(url), 'must have no password and no query')
        .optional(),
      meaning: 'where traces are sent, as OTLP over HTTP: `http://collector:4318`, to which `/v1/traces` is added',
      defaultText: 'none, no traces',
    },
    TRACE_SHARE: {
      schema: shareVariable.default(0.01),
      meaning: 'the part of requests and jobs that begin a trace',
    },
  }),
}

const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) address' })
  .transform((url) => new URL(url).origin)
const publicAddress = {
  meaning:
    "the system's address as people and agents see it: links in mails begin with it, and crawls name it to the sites that they read. With https cookies are secure",
  required: 'ask',
}

export const publicUrl = declareVariables('Addresses', { PUBLIC_URL: { schema: address, ...publicAddress } })
export const optionalPublicUrl = declareVariables('Addresses', {
  PUBLIC_URL: { schema: address.default('http://127.0.0.1:8080'), ...publicAddress },
})

export const sealVariables = declareVariables('Secrets', {
  SEAL_KEYS: {
    schema: keysVariable,
    meaning:
      'seals mails that wait and the tokens of connections to Google, as `id:secret,…` with secrets of 16 characters or more: the first seals, all open',
    isSecret: true,
    required: 'k1:generate',
  },
})

export const mailVariables = {
  ...sealVariables,
  ...declareVariables('Mail', {
    SUPPORT_EMAIL: {
      schema: z.email().optional(),
      meaning: 'is mailed about every revoked key and payments that need a decision; answers to mails go there',
      defaultText: 'none; required in production',
      required: 'ask',
      local: 'support@localhost.test',
      unless: 'SUPPORT_EMAIL',
    },
    SMTP_URL: {
      schema: z.url().optional(),
      meaning: 'the mail server; without one mail is written to files, in containers to the `mail` container',
      isSecret: true,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
      container: '${SMTP_URL:-smtp://mail:1025}',
    },
    MAIL_FROM: { schema: z.string().default('Rank Tracking Service <noreply@localhost>'), meaning: 'sender of mails' },
    DATA_DIR: {
      schema: z.string().default('.data'),
      meaning: 'where mail is written without `SMTP_URL`',
      container: '/tmp',
    },
  }),
}
