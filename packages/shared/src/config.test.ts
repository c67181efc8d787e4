import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { commonVariables, sealVariables } from './common-variables.ts'
import { ConfigError, integerVariable, readConfig, switchVariable } from './config.ts'
import { serviceNames, services } from './contract/services.ts'
import { testKeys } from './testing/secrets.ts'

const good = {
  DATABASE_URL: 'postgres://rts:pw@127.0.0.1:5432/rts',
  NATS_URL: 'nats://127.0.0.1:4222',
  ...testKeys('projects'),
}
const schema = z.object(commonVariables)

function messageOf(env: Record<string, string | undefined>, of: z.ZodType = schema): string {
  try {
    readConfig(of, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('a good configuration', () => {
  it('is read with its defaults, and an empty variable counts as absent', () => {
    const config = readConfig(schema, {
      ...good,
      PORT: '',
      LOG_LEVEL: undefined,
      DISABLED_SERVICES: 'mcp, content,',
      HOME: '/x',
    })
    expect(config).toMatchObject({ PORT: 0, LOG_LEVEL: 'info', NODE_ENV: 'development', DRAIN_MS: 0 })
    expect(config.DISABLED_SERVICES).toEqual(expect.arrayContaining(['mcp', 'content']))
  })

  it('disables what is not built, whether it is named or not', () => {
    const unbuilt = serviceNames.filter((name) => !services[name].isBuilt)
    expect(readConfig(schema, good).DISABLED_SERVICES).toEqual(unbuilt)
  })

  it('reads switches and whole numbers', () => {
    const both = z.object({ A: switchVariable, B: switchVariable, N: integerVariable(1, 9) })
    expect(readConfig(both, { A: 'on', B: '0', N: '7' })).toEqual({ A: true, B: false, N: 7 })
  })
})

describe('a bad configuration', () => {
  it('names every bad variable and no value', () => {
    const message = messageOf({
      NODE_ENV: 'hunter2-env',
      PORT: 'hunter2-port',
      ADMIN_PORT: '70000',
      DATABASE_URL: 'hunter2 database',
      NATS_URL: 'http://hunter2',
      CALLER_KEY: 'hunter2',
      LOG_LEVEL: 'hunter2-level',
      DRAIN_MS: '-1',
      DISABLED_SERVICES: 'content,hunter2',
    })
    for (const name of [
      'NODE_ENV',
      'PORT',
      'ADMIN_PORT',
      'DATABASE_URL',
      'NATS_URL',
      'CALLER_KEY',
      'LOG_LEVEL',
      'DRAIN_MS',
      'DISABLED_SERVICES.1',
    ]) {
      expect(message).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    }
    expect(message).not.toMatch(/hunter2|70000/)
  })

  it('names what is missing', () => {
    expect(messageOf({})).toMatch(/CALLER_KEY[\s\S]*CALLER_PUBLIC_KEYS[\s\S]*DATABASE_URL[\s\S]*NATS_URL/)
  })

  it.each([
    'k1:short',
    'k1',
    ':abcdefghijklmnop',
    'k1:abcdefghijklmnop,',
    'k1:abcdefghijklmnop,k2',
    'k1:abcdefghijklmnop,,',
    'k1:abc defghijklmnop',
  ])('is a sealing key such as %s: part of a secret must never become a key without one', (SEAL_KEYS) => {
    expect(messageOf({ SEAL_KEYS }, z.object(sealVariables))).toContain('SEAL_KEYS')
  })

  it.each(['1.5', '1e3', ' 1', '0x10', '99999999999999999999', '10', '0', '-1'])(
    'is %j for a number from 1 to 9',
    (N) => {
      expect(messageOf({ N }, z.object({ N: integerVariable(1, 9) }))).toContain('N: ')
    },
  )
})
