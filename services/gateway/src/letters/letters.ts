import path from 'node:path'
import { events } from '@rts/shared/contract/events'
import type { FactEffect } from '@rts/shared/facts/inbox'
import type { Logger } from '@rts/shared/logger'
import { createLetters } from '@rts/shared/mail/letters'
import { createMailer } from '@rts/shared/mail/mailer'
import type { Seal } from '@rts/shared/seal'
import { letters as texts } from '../../texts/letters.ts'
import type { Config } from '../config.ts'

type LetterConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'SUPPORT_EMAIL' | 'PUBLIC_URL'>

/** On `key.revoked` (five strikes) mails the owner and support; each letter is a fact of its own. */
export function letterEffects(config: LetterConfig, seal: Seal, logger: Logger) {
  const { SUPPORT_EMAIL: support, DATA_DIR, SMTP_URL: smtpUrl, MAIL_FROM: from } = config
  const variables = events['key.revoked'].state
  const letters = createLetters({
    kinds: {
      revokedForOwner: { variables, say: texts.revokedForOwner },
      revokedForSupport: { variables, say: texts.revokedForSupport },
    },
    consumer: 'gateway.letters',
    seal,
    mailer: createMailer({ smtpUrl, from, replyTo: support, folder: path.join(DATA_DIR, 'mail') }),
    publicUrl: config.PUBLIC_URL,
    logger,
  })
  const revoked: FactEffect = async (tx, fact) => {
    if (fact.type !== 'key.revoked') return
    const key = variables.parse(fact.state)
    const common = { at: key.revokedAt, variables: key }
    const id = `key-revoked.${key.keyId}`
    await letters.write(tx, { ...common, id: `${id}.owner`, kind: 'revokedForOwner', to: key.ownerEmail })
    if (support) await letters.write(tx, { ...common, id: `${id}.support`, kind: 'revokedForSupport', to: support })
  }
  return { 'gateway.notices': revoked, 'gateway.letters': letters.effect }
}
