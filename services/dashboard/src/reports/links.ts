import { createHash, randomBytes } from 'node:crypto'
import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Logger } from '@rts/shared/logger'
import { type Seal, SealError } from '@rts/shared/seal'
import type { Database } from '@rts/shared/service/transaction'
import { pages } from '../../web/routes.ts'
import { type Report, sealedUnderOtherKeys, storeSealed } from './reports.sql.ts'

export type ReportLinks = ReturnType<typeof reportLinks>

/** The links of reports: a token follows the `#`, which reaches no server, no log and no Referer. */
export function reportLinks(seal: Seal, publicUrl: string, logger: Logger) {
  return {
    /** Seals tokens again that an earlier key sealed, so that it can be dropped; those of a lost key stay as they are. */
    async sealAgain(db: Database): Promise<void> {
      for await (const { id, sealedToken } of sealedUnderOtherKeys(db, seal.keyId)) {
        const token = opened(id, sealedToken)
        if (token !== null) await storeSealed(db, id, sealedToken, seal.seal(token, placeOf(id)))
      }
    },
    make(id: string): { tokenHash: string; sealedToken: string } {
      const token = newToken()
      return { tokenHash: hashOf(token), sealedToken: seal.seal(token, placeOf(id)) }
    },
    /** Null where the key of the seal is lost. */
    of({ id, language, sealedToken }: Pick<Report, 'id' | 'language' | 'sealedToken'>): string | null {
      const token = opened(id, sealedToken)
      if (token === null) logger.error({ report: id }, 'the key that sealed the link of a report is lost')
      return token === null ? null : linkTo(publicUrl, language, token)
    },
  }

  function opened(id: string, sealedToken: string): string | null {
    try {
      return seal.open(sealedToken, placeOf(id))
    } catch (error) {
      if (error instanceof SealError) return null
      throw error
    }
  }
}

function placeOf(id: string): string {
  return `report:${id}`
}

function linkTo(publicUrl: string, language: ReaderLanguage, token: string): string {
  return `${publicUrl}${pages.sharedReport.replace('$language', language)}#${token}`
}

const tokenBytes = 16

function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

/** Finds a report without keeping its secret. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
