import { once } from 'node:events'
import { createServer } from 'node:net'
import { type SmtpServer, startSmtp } from '@rts/local/testing/smtp'
import { systemClock } from '@rts/shared/clock'
import { portOf } from '@rts/shared/service/health'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tryLetterHandlers } from '../src/letters/letters.ts'

let smtp: SmtpServer
beforeAll(async () => {
  smtp = await startSmtp()
})
afterAll(() => smtp.close())

const check = (url: string, to: string) => {
  const config = { SMTP_URL: url, MAIL_FROM: 'Ranks <no@ranks.test>', SUPPORT_EMAIL: 'ops@ranks.test' }
  const handlers = tryLetterHandlers({ ...config, DATA_DIR: '.', PUBLIC_URL: 'https://ranks.test' }, systemClock)
  // safe because the handler reads nothing else of its call
  return handlers['mail.check']({ body: { to } } as never)
}

it('a letter to try goes to the mail server at once, whose name is answered without its password', async () => {
  const url = smtp.url.replace('//', '//relay:secret@')
  const answer = await check(smtp.url, 'me@ranks.test')
  expect(answer).toEqual({ to: 'me@ranks.test', from: 'Ranks <no@ranks.test>', server: new URL(smtp.url).host })
  expect(smtp.received).toMatchObject([
    { to: 'me@ranks.test', data: expect.stringContaining('Reply-To: ops@ranks.test') },
  ])
  expect(JSON.stringify(await check(url, 'me@ranks.test'))).not.toContain('secret')
})

it('the refusal of the mail server is answered in its own words', async () => {
  const server = createServer((socket) => void socket.end('554 this address may not send\r\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `smtp://127.0.0.1:${portOf(server.address())}`
  await expect(check(url, 'me@ranks.test')).rejects.toMatchObject({
    code: 'provider_failed',
    message: expect.stringContaining('554 this address may not send'),
  })
  server.close()
})
