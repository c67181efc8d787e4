import { randomUUID } from 'node:crypto'
import { createLetters, type NewLetter } from '@rts/shared/mail/letters'
import { createMailer } from '@rts/shared/mail/mailer'
import { createSeal } from '@rts/shared/seal'
import type { ServiceParts } from '@rts/shared/service/run-service'
import { inTransaction, type Transaction } from '@rts/shared/service/transaction'
import type { z } from 'zod'
import { pages } from '../../web/routes.ts'
import { countAttempt, mailBuckets } from '../attempts/attempts.ts'
import type { DashboardConfig } from '../config.ts'
import { letterKinds } from './kinds.ts'
import { languageOfLetter } from './letters.sql.ts'
import { mailFolderOf } from './mail-folder.ts'

export type { ToldSite } from './kinds.ts'
export { isRefused } from './letters.sql.ts'
export { mailFolderOf } from './mail-folder.ts'
export {
  type InviteTokens,
  inviteTokens,
  recipientOf,
  type SiteLetterKind,
  type SiteLetters,
} from './rules/tokens.ts'
export { tryLetterHandlers } from './try-letter.ts'
export { agreePath, createUnsubscribeRoute, stopPath } from './unsubscribe.ts'

/** A letter to a person: about a link that proves who opened it, or without one. */
export type PersonLetter = { to: string; causedBy?: string } & (
  | { kind: 'verify' | 'reset' | 'newMail'; token: string }
  | { kind: 'known' | 'changed' | 'oldMail' }
)
type Kinds = typeof letterKinds
type Kind = keyof Kinds
/** A letter of some kind. Without a language it has its recipient's, else that of the person with the address `causedBy`. */
type Composed<K extends Kind> = NewLetter<VariablesOf, K> & { causedBy?: string | undefined }
type VariablesOf = { [K in Kind]: z.output<Kinds[K]['variables']> }
type PostConfig = Pick<
  DashboardConfig,
  'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'SEAL_KEYS'
>

/**
 * The letters to people. They are written after the answer to the request that caused them, so that neither its time nor an
 * error reveals whether there is one. An address gets at most three an hour.
 */
export function createPost(
  { pool, clock, logger }: Pick<ServiceParts, 'pool' | 'clock' | 'logger'>,
  config: PostConfig,
) {
  const { PUBLIC_URL: publicUrl, SMTP_URL: smtpUrl, MAIL_FROM: from, SUPPORT_EMAIL: replyTo } = config
  const letters = createLetters({
    kinds: letterKinds,
    consumer: 'dashboard.letters',
    seal: createSeal(config.SEAL_KEYS),
    mailer: createMailer({ smtpUrl, from, replyTo, folder: mailFolderOf(config.DATA_DIR) }),
    publicUrl,
    logger,
  })
  const underWay = new Set<Promise<void>>()
  const compose = async <K extends Kind>(tx: Transaction, { causedBy, ...letter }: Composed<K>) =>
    letters.write(tx, { ...letter, language: letter.language ?? (await languageOfLetter(tx, letter.to, causedBy)) })
  const write = (tx: Transaction, letter: PersonLetter) => {
    const { kind, to, causedBy } = letter
    const variables = { url: urlOf(letter, publicUrl) }
    return compose(tx, { id: randomUUID(), kind, to, causedBy, at: clock.now().toISOString(), variables })
  }
  const mayReach = async (to: string) => (await countAttempt(pool, mailBuckets(to))) === 0
  const writeAlone = async (letter: PersonLetter) => {
    // A flood of letters must not hide that the password was changed.
    if (letter.kind === 'changed' || (await mayReach(letter.to)))
      await inTransaction(pool, (client) => write(client, letter))
  }
  return {
    effect: letters.effect,
    /** Makes a letter part of the transaction that causes it. */
    write,
    /** Counts one of the letters with links that may reach an address; false if there were enough. */
    mayReach,
    /** Makes a letter with variables of its own part of the transaction that causes it. */
    compose,
    post(letter: PersonLetter): void {
      const writing = writeAlone(letter)
        .catch((error: unknown) => logger.error({ err: error, kind: letter.kind }, 'a letter was not written'))
        .finally(() => underWay.delete(writing))
      underWay.add(writing)
    },
    async stop(): Promise<void> {
      await Promise.all(underWay)
    },
  }
}

export type Post = ReturnType<typeof createPost>

/** A page that is opened with a secret. It follows the `#`, which reaches no server and no log. */
export function linkTo(publicUrl: string, page: 'verify' | 'reset' | 'mail' | 'invite', secret: string): string {
  return `${publicUrl}/${page}#${secret}`
}

function urlOf(letter: PersonLetter, publicUrl: string): string {
  switch (letter.kind) {
    case 'verify':
    case 'reset':
      return linkTo(publicUrl, letter.kind, letter.token)
    case 'known':
      return `${publicUrl}/signin`
    case 'newMail':
      return linkTo(publicUrl, 'mail', letter.token)
    case 'changed':
    case 'oldMail':
      return publicUrl + pages.reset
    default: {
      const missing: never = letter
      return missing
    }
  }
}
