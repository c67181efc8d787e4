import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { Logger } from '@rts/shared/logger'
import type { Seal } from '@rts/shared/seal'
import { pages } from '../../web/routes.ts'
import type { Report } from './reports.sql.ts'
import { hashOf, newToken } from './rules/report-token.ts'

export type ReportLinks = ReturnType<typeof reportLinks>

/** The links of reports: a token follows the `#`, which reaches no server, no log and no Referer. */
export function reportLinks(seal: Seal, publicUrl: string, logger: Logger) {
  return {
    /** A token as it is stored. */
    make(id: string): { tokenHash: string; sealedToken: string } {
      const token = newToken()
      return { tokenHash: hashOf(token), sealedToken: seal.seal(token, placeOf(id)) }
    },
    /** Null where the key of the seal is lost. */
    of({ id, language, sealedToken }: Pick<Report, 'id' | 'language' | 'sealedToken'>): string | null {
      try {
        return linkTo(publicUrl, language, seal.open(sealedToken, placeOf(id)))
      } catch (error) {
        logger.error({ err: error, report: id }, 'the link of a report cannot be opened')
        return null
      }
    },
  }
}

function placeOf(id: string): string {
  return `report:${id}`
}

function linkTo(publicUrl: string, language: ReaderLanguage, token: string): string {
  return `${publicUrl}${pages.sharedReport.replace('$language', language)}#${token}`
}
