import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { redact } from './logger.ts'
import { countWork, linearGrowth } from './testing/work.ts'

const secret = 'Zx9Qw8Er7Ty6Ui5'

/** The lines that a logger writes for one event, given as JavaScript. */
function logged(event: string): string {
  const file = path.join(import.meta.dirname, 'logger.ts')
  const script = `import { createLogger } from ${JSON.stringify(file)}; createLogger('test', 'info').info(${event}, 'done')`
  return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}

describe('a text for the log', () => {
  const work = countWork(import.meta.resolve('./logger.ts'), redact.name)
  afterAll(() => work.stop())

  it.each([
    `GET https://provider.example/search?q=a&api_key=${secret}&num=10`,
    `https://provider.example/search?apikey=${secret}`,
    `https://provider.example/search?key=${secret}#a`,
    `https://provider.example/?access_token=${secret}`,
    `https://provider.example/?q=1&SERP_API_KEY=${secret}`,
    `{"a":{"b":{"c":{"d":{"api_key":"${secret}"}}}}}`,
    `{"headers":{"X-API-Key":"${secret}","Set-Cookie":"a=${secret}"}}`,
    `{"password":"a\\"${secret}"}`,
    `{"msg":"provider said {\\"api_key\\":\\"${secret}\\"}"}`,
    `Authorization: Bearer ${secret}`,
    `authorization: basic ${secret}==`,
    `postgres://rts:${secret}@127.0.0.1:5432/rts`,
    `nats://projects:${secret}@nats:4222`,
    `key rts_sk_${secret} and rts_ak_${secret} and rts_gk_${secret}`,
    `rts_rt_ab-${secret}_${secret}`,
    `grant_type=authorization_code&code=${secret}&code_verifier=${secret}`,
    `https://client.example/callback?code=${secret}&state=a`,
  ])('holds no secret: %s', (text) => {
    expect(redact(text)).toContain('***')
    expect(redact(text)).not.toContain(secret)
  })

  it('keeps what is no secret', () => {
    for (const text of ['{"keyword":"api key","tokens":3}', 'https://a.example/?q=key&page=2', 'the bearer of news']) {
      expect(redact(text)).toBe(text)
    }
  })

  it.each(['a', 'a.', '"', '\\', '"a', '?a-', 'a://', 'a://x:', 'bearer ', '"token":"', '\\"token\\":\\"'])(
    'takes work that grows with the text alone: %s',
    async (piece) => {
      expect(await work.growthOf((times) => [piece.repeat(times)], 1_600)).toBeLessThan(linearGrowth)
    },
  )
})

describe('a log line', () => {
  it('masks secrets by name and by shape, nested and in errors', () => {
    const written = logged(
      `{ apiKey: '${secret}', a: { token: '${secret}', b: { password: '${secret}', c: { d: { secret: '${secret}' } } } },
         headers: { authorization: 'Bearer ${secret}', 'x-api-key': '${secret}' },
         err: new Error('GET https://provider.example/?api_key=${secret}&q=1', { cause: new Error('rts_sk_${secret}') }),
         url: 'https://provider.example/?q=1&api_key=${secret}' }`,
    )
    expect(written).not.toContain(secret)
    expect(JSON.parse(written)).toMatchObject({ service: 'test', msg: 'done', a: { token: '***' } })
  })
})
