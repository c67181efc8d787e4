export { startWeeklyMail } from './mailing.ts'
export { addReader } from './readers.sql.ts'
