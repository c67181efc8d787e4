import path from 'node:path'
import { type EventState, events } from '@rts/shared/contract/events'
import type { OutsideEffect } from '@rts/shared/facts/inbox'
import type { Config } from '../config.ts'
import { revocationNotice } from '../domain/revocation-notice.ts'
import { createMailer, type Mailer } from './mailer.ts'

type MailConfig = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'SUPPORT_EMAIL'>

/** The mail effects of facts: a notice of each revocation, to the key's owner and to support. */
export function mailEffects({ SMTP_URL, MAIL_FROM, DATA_DIR, SUPPORT_EMAIL }: MailConfig) {
  const mailer = createMailer({ smtpUrl: SMTP_URL, from: MAIL_FROM, folder: path.join(DATA_DIR, 'mail') })
  return {
    'gateway.ownerMail': revocationMail(mailer, 'owner', undefined),
    'gateway.supportMail': revocationMail(mailer, 'support', SUPPORT_EMAIL),
  }
}

/** Mails a revocation to the owner, or to support if its address is set. A repeated delivery has the same Message-ID. */
function revocationMail(mailer: Mailer, role: 'owner' | 'support', supportEmail: string | undefined): OutsideEffect {
  return {
    perform: async (fact) => {
      const state: EventState<'key.revoked'> = events['key.revoked'].state.parse(fact.state)
      const to = role === 'owner' ? state.ownerEmail : supportEmail
      if (to) await mailer.send(revocationNotice(state, to, role))
    },
  }
}
