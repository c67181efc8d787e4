import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { WrittenLetter } from './letter.ts'

export type Mail = WrittenLetter & { to: string; messageId: string; date: Date }
export type Mailer = { send(mail: Mail): Promise<void> }
export type MailerSettings = {
  smtpUrl?: string | undefined
  from: string
  replyTo?: string | undefined
  folder: string
}

/** Short for a server that does not greet, longer for one that processes a message. */
const timeouts = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 10_000 }

/** Sends mail over SMTP; without a server each message becomes an `.eml` file, named by its Message-ID. */
export function createMailer({ smtpUrl, folder, ...sender }: MailerSettings): Mailer {
  if (smtpUrl) {
    const transport = createTransport({ url: smtpUrl, ...timeouts })
    return { send: async (mail) => void (await transport.sendMail(messageOf(sender, mail))) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(messageOf(sender, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${mail.messageId.replace(/[^\w.-]/g, '')}.eml`)
      await writeFile(`${file}.new`, Buffer.isBuffer(message) ? message : '', { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
  }
}

/** The same mail is always the same bytes, so that a repeat is recognised as one. */
function messageOf(
  { from, replyTo }: Pick<MailerSettings, 'from' | 'replyTo'>,
  { to, messageId, stopUrl, ...mail }: Mail,
) {
  return {
    ...mail,
    from,
    ...(replyTo ? { replyTo } : {}),
    // As an object it is one address, whatever it contains.
    to: { name: '', address: to },
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated', ...(stopUrl ? oneClick(stopUrl) : {}) },
    baseBoundary: createHash('sha256').update(messageId).digest('hex').slice(0, 16),
  }
}

/** RFC 8058: a mail program posts to the address, without opening a page. Prepared: not folded into a line that begins empty. */
function oneClick(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}
