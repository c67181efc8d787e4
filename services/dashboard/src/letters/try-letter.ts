import { randomUUID } from 'node:crypto'
import type { Clock } from '@rts/shared/clock'
import { AppError } from '@rts/shared/errors'
import { writeLetter } from '@rts/shared/mail/letter'
import { createMailer } from '@rts/shared/mail/mailer'
import type { ServiceHandlers } from '@rts/shared/service/invoke'
import type { DashboardConfig } from '../config.ts'
import { mailFolderOf } from './mail-folder.ts'

type TryConfig = Pick<DashboardConfig, 'SMTP_URL' | 'MAIL_FROM' | 'SUPPORT_EMAIL' | 'DATA_DIR' | 'PUBLIC_URL'>

/** A letter that does not wait with the others, so that the operator reads what the mail server says. */
export function tryLetterHandlers(config: TryConfig, clock: Clock) {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from, SUPPORT_EMAIL: replyTo, PUBLIC_URL: publicUrl } = config
  const folder = mailFolderOf(config.DATA_DIR)
  const mailer = createMailer({ smtpUrl, from, replyTo, folder })
  const server = smtpUrl === undefined ? folder : new URL(smtpUrl).host
  const letter = writeLetter({
    subject: 'Mail works',
    paragraphs: [`${publicUrl} sends its mail as this letter came: from ${from}, by ${server}.`],
  })
  return {
    'mail.check': async ({ body: { to } }) => {
      const messageId = `<${randomUUID()}@${new URL(publicUrl).hostname}>`
      await mailer.send({ ...letter, to, messageId, date: clock.now() }).catch((error: unknown) => {
        throw new AppError('provider_failed', `${server} took no letter: ${Object(error).message}`)
      })
      return { to, from, server }
    },
  } satisfies Partial<ServiceHandlers<'dashboard'>>
}
