import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from '../domain/revocation-notice.ts'

export type Mailer = { send(mail: Mail): Promise<void> }

/** The wait is short for a server that does not greet, and longer for one that processes a message. */
const timeouts = { connectionTimeout: 3_000, greetingTimeout: 3_000, socketTimeout: 10_000 }

/** Sends mail to an SMTP server; without one, each message becomes an `.eml` file in the folder, named by its Message-ID. */
export function createMailer({
  smtpUrl,
  from,
  folder,
}: {
  smtpUrl?: string | undefined
  from: string
  folder: string
}): Mailer {
  if (smtpUrl) {
    const transport = createTransport({ url: smtpUrl, ...timeouts })
    return { send: async (mail) => void (await transport.sendMail({ from, ...mail })) }
  }
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, `${mail.messageId.replace(/[^\w.-]/g, '')}.eml`)
      await writeFile(`${file}.new`, Buffer.isBuffer(message) ? message : '', { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
  }
}
