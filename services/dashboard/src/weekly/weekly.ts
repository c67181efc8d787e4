export { startWeeklyMail } from './mailing.ts'
