import type { ReaderLanguage } from '@rts/shared/contract/rows/person'
import type { ReportPart, ReportPeriod } from '@rts/shared/contract/rows/report'
import type { KnownSite } from '@rts/shared/facts/site-projection'
import type { Database, Transaction } from '@rts/shared/service/transaction'
import { boolean, bytes, int, type RowOf, selectList, text, texts, time } from '@rts/shared/sql/column'
import { sealedByOthers } from '@rts/shared/sql/sealed'
import { query, statement } from '@rts/shared/sql/statement'
import { refusals } from '@rts/shared/texts/refusals'

/** Chosen by people. */
const chosen = {
  title: text,
  shownName: text.orNull,
  language: text.of<ReaderLanguage>(),
  period: text.of<ReportPeriod>(),
  from: text.orNull,
  until: text.orNull,
  parts: texts.of<ReportPart[]>().filled,
  timeZone: text,
  endsOn: text.orNull,
  recipients: texts.filled,
  mailDueAt: time.orNull,
}
const stored = {
  ...chosen,
  id: text,
  accountId: text,
  siteId: text,
  revokedAt: time.orNull,
  /** Neither revoked nor ended, and its maker is still there. */
  isOpen: boolean,
  /** The person who saved it last was deleted. */
  isMakerDeleted: boolean,
  hasLogo: boolean,
  sealedToken: text,
  views: int,
  lastViewedAt: time.orNull,
  /** Hashes of the addresses that want no more letters. */
  stopped: texts,
  createdAt: time,
}
export type Report = RowOf<typeof stored>
type Place = Pick<KnownSite, 'id' | 'accountId'>
/** `logo` is undefined to keep the one that is there. */
export type ReportChoice = RowOf<typeof chosen> & {
  personId: string
  endsAt: Date | null
  logo: Buffer | null | undefined
}
export type NewReport = ReportChoice & Pick<Report, 'id' | 'sealedToken'> & { tokenHash: string }

// Read with each use and stored nowhere: so a report ends at the commit that deletes its maker.
const isMakerDeleted = 'NOT EXISTS (SELECT FROM person p WHERE p.id = r.person_id)'
const isOpen = `(r.revoked_at IS NULL AND (r.ends_at IS NULL OR r.ends_at > clock_timestamp()) AND NOT ${isMakerDeleted})`
const list = selectList(stored, 'r', {
  from: 'r.from_day',
  until: 'r.until_day',
  isOpen,
  isMakerDeleted,
  hasLogo: '(r.logo IS NOT NULL)',
  stopped: `coalesce(r.stopped, '{}')`,
})
const ofSite = query(
  stored,
  `SELECT ${list} FROM report r WHERE site_id = $1 AND account_id = $2 ORDER BY created_at DESC, id`,
)
const one = query(stored, `SELECT ${list} FROM report r WHERE id = $3 AND site_id = $1 AND account_id = $2`)
const byToken = query(stored, `SELECT ${list} FROM report r WHERE token_hash = $1 AND ${isOpen}`)
const logo = query({ logo: bytes.orNull }, 'SELECT logo FROM report WHERE id = $1')
const insertion = query(
  stored,
  `INSERT INTO report AS r (site_id, account_id, title, shown_name, language, period, from_day, until_day, parts, time_zone, ends_on,
     ends_at, recipients, mail_due_at, person_id, logo, id, token_hash, sealed_token)
   SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
   WHERE (SELECT count(*) FROM report WHERE site_id = $1) < $20 RETURNING ${list}`,
)
const change = query(
  stored,
  `UPDATE report r SET title = $4, shown_name = $5, language = $6, period = $7, from_day = $8, until_day = $9, parts = $10,
     time_zone = $11, ends_on = $12, ends_at = $13, recipients = $14, mail_due_at = $15,
     person_id = $16, logo = CASE WHEN $18 THEN r.logo ELSE $17 END
   WHERE id = $3 AND site_id = $1 AND account_id = $2 RETURNING ${list}`,
)
const revocation = query(
  stored,
  `UPDATE report r SET revoked_at = coalesce(revoked_at, clock_timestamp()), mail_due_at = NULL
   WHERE id = $3 AND site_id = $1 AND account_id = $2 RETURNING ${list}`,
)
const deletion = statement('DELETE FROM report WHERE id = $3 AND site_id = $1 AND account_id = $2')
const siteDeletion = statement('DELETE FROM report WHERE site_id = $1')
const accountDeletion = statement('DELETE FROM report WHERE account_id = $1')
const view = statement(
  `UPDATE report r SET views = views + 1, last_viewed_at = clock_timestamp() WHERE id = $1 AND ${isOpen}`,
)
const stop = statement(
  `UPDATE report SET stopped = array_append(coalesce(stopped, '{}'), $2) WHERE id = $1 AND NOT $2 = ANY (coalesce(stopped, '{}'))`,
)
const nextDue = query(
  stored,
  `UPDATE report r SET lease_until = clock_timestamp() + interval '5 minutes' WHERE id =
     (SELECT id FROM report r WHERE mail_due_at <= $1 AND ${isOpen} AND (lease_until IS NULL OR lease_until < clock_timestamp())
        AND NOT EXISTS (SELECT FROM known.site k WHERE k.id = r.site_id AND k.frozen)
      ORDER BY mail_due_at LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING ${list}`,
)
const mailed = query(
  stored,
  `UPDATE report r SET mail_due_at = $3, lease_until = NULL WHERE id = $1 AND mail_due_at = $2 AND ${isOpen} RETURNING ${list}`,
)
const sealed = { id: text, sealedToken: text }
const reseal = statement('UPDATE report SET sealed_token = $3 WHERE id = $1 AND sealed_token = $2')

/** The latest first. */
export function listReports(db: Database, { id, accountId }: Place): Promise<Report[]> {
  return ofSite.rows(db, [id, accountId])
}

export function requireReport(db: Database, { id, accountId }: Place, reportId: string): Promise<Report> {
  return one.require(db, [id, accountId, reportId], refusals.noReport)
}

/** The report that a link opens; undefined for one that was revoked or has ended, too. */
export function findOpenReport(db: Database, tokenHash: string): Promise<Report | undefined> {
  return byToken.first(db, [tokenHash])
}

export async function findLogo(db: Database, id: string): Promise<Buffer | null> {
  return (await logo.first(db, [id]))?.logo ?? null
}

/** Undefined where the site has `max` reports already. The transaction holds the account's lock, so that they are counted exactly. */
export function insertReport(tx: Transaction, site: Place, report: NewReport, max: number) {
  const { id, tokenHash, sealedToken } = report
  const values = [site.id, site.accountId, ...valuesOf(report), report.logo ?? null, id, tokenHash, sealedToken, max]
  return insertion.first(tx, values)
}

/** Throws `not_found`. */
export function updateReport(db: Database | Transaction, site: Place, id: string, choice: ReportChoice) {
  const { logo: picture } = choice
  const values = [site.id, site.accountId, id, ...valuesOf(choice), picture ?? null, picture === undefined]
  return change.require(db, values, refusals.noReport)
}

/** Throws `not_found`. */
export function revokeReport(db: Database, { id, accountId }: Place, reportId: string): Promise<Report> {
  return revocation.require(db, [id, accountId, reportId], refusals.noReport)
}

/** False for a report that the site does not have. */
export async function deleteReport(db: Database, { id, accountId }: Place, reportId: string): Promise<boolean> {
  return (await deletion.run(db, [id, accountId, reportId])) === 1
}

export async function deleteReportsOfSite(tx: Transaction, siteId: string): Promise<void> {
  await siteDeletion.run(tx, [siteId])
}

export async function deleteReportsOfAccount(tx: Transaction, accountId: string): Promise<void> {
  await accountDeletion.run(tx, [accountId])
}

/** Counts a view; false where the report was revoked or ended meanwhile. */
export async function countView(db: Database, id: string): Promise<boolean> {
  return (await view.run(db, [id])) === 1
}

/** From now on an address, by its hash, gets no letter of a report. */
export async function stopReportLetters(db: Database, reportId: string, recipient: string): Promise<void> {
  await stop.run(db, [reportId, recipient])
}

/** A report whose monthly letter is due and whose site is not frozen, with a lease of five minutes. */
export function claimNextReport(db: Database, now: Date): Promise<Report | undefined> {
  return nextDue.first(db, [now])
}

/** Ends a month's letter: its report, or undefined where another replica was faster, or the report is open no more. */
export function storeNextMail(tx: Transaction, { id, mailDueAt }: Report, next: Date | null) {
  return mailed.first(tx, [id, mailDueAt, next])
}

/** The tokens that another key than this one has sealed. */
export const sealedUnderOtherKeys = sealedByOthers(sealed, {
  list: selectList(sealed, 'r'),
  from: 'report r',
  column: 'r.sealed_token',
  id: 'r.id',
})

export async function storeSealed(db: Database, id: string, before: string, sealed: string): Promise<void> {
  await reseal.run(db, [id, before, sealed])
}

function valuesOf(choice: ReportChoice): unknown[] {
  const { title, shownName, language, period, from, until, parts } = choice
  const { timeZone, endsOn, endsAt, recipients, mailDueAt, personId } = choice
  const days = [from, until]
  return [title, shownName, language, period, ...days, parts, timeZone, endsOn, endsAt, recipients, mailDueAt, personId]
}
