export { startWeeklyMail } from './mailing.ts'
export { addReader, addReaders } from './readers.sql.ts'
