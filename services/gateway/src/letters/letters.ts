import path from 'node:path'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Logger } from '@rts/shared/logger'
import { createLetters } from '@rts/shared/mail/letters'
import { createMailer } from '@rts/shared/mail/mailer'
import { createSeal } from '@rts/shared/seal'
import type { Config } from '../config.ts'
import { revokedForOwner, revokedForSupport } from './key-revoked.ts'

type MailConfig = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'SUPPORT_EMAIL' | 'SEAL_KEYS' | 'CALLER_KEYS' | 'PUBLIC_URL'
>

/** The gateway's mail: the notices of each revocation, to the key's owner and to support, and the sending of letters. */
export function mailEffects(config: MailConfig, logger: Logger) {
  const { SUPPORT_EMAIL: support, DATA_DIR, SMTP_URL: smtpUrl, MAIL_FROM: from } = config
  const variables = events['key.revoked'].state
  const letters = createLetters({
    kinds: {
      revokedForOwner: { variables, say: revokedForOwner },
      revokedForSupport: { variables, say: revokedForSupport },
    },
    consumer: 'gateway.letters',
    seal: createSeal(config.SEAL_KEYS ?? config.CALLER_KEYS),
    mailer: createMailer({ smtpUrl, from, replyTo: support, folder: path.join(DATA_DIR, 'mail') }),
    publicUrl: config.PUBLIC_URL,
    logger,
  })

  const notices: FactEffect = async (client, fact) => {
    if (fact.type !== 'key.revoked') return
    const key = variables.parse(fact.state)
    const common = { at: key.revokedAt, variables: key }
    const id = `key-revoked.${key.keyId}`
    await letters.write(client, { ...common, id: `${id}.owner`, kind: 'revokedForOwner', to: key.ownerEmail })
    if (support) await letters.write(client, { ...common, id: `${id}.support`, kind: 'revokedForSupport', to: support })
  }

  return { 'gateway.notices': notices, 'gateway.letters': letters.effect }
}
