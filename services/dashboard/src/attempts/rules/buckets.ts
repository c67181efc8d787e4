import { createHash } from 'node:crypto'

/** At most `limit` attempts in any `seconds`; mail addresses are in it as hashes. */
export type Bucket = { bucket: string; limit: number; seconds: number }

const minute = 60
const quarter = 900
const hour = 3_600

function bucket(name: string, limit: number, seconds: number): Bucket {
  return { bucket: name, limit, seconds }
}

/** Forms of signing up and in, well filled in or not: more than their own limits allow together, so that a mistake costs no try. */
export const formBuckets = (network: string) => [bucket(`form ${network}`, 120, quarter)]

/** By mail and network, so that a stranger cannot lock a person out; by mail alone only far above a person's need. */
export function signInBuckets(email: string, network: string): Bucket[] {
  return [
    bucket(`sign-in ${hashOf(email)} ${network}`, 10, quarter),
    bucket(`sign-in network ${network}`, 30, quarter),
    signInOf(email),
  ]
}

export function signInOf(email: string): Bucket {
  return bucket(`sign-in mail ${hashOf(email)}`, 100, hour)
}

export const signUpBuckets = (network: string) => [bucket(`sign-up ${network}`, 5, hour)]

/** Asking for mails: the same for known and unknown addresses. */
export const askForMailBuckets = (network: string) => [bucket(`ask-for-mail ${network}`, 10, hour)]

/** Mails with a link to one address, whatever asked for them. */
export const mailBuckets = (email: string) => [bucket(`mail ${hashOf(email)}`, 3, hour)]

/** Links of agents, of invites and of reports, that somebody opens. */
export const lookBuckets = (network: string) => [bucket(`look ${network}`, 60, quarter)]

/** Openings of one report, over all networks: each reads from three services. */
export const reportBuckets = (reportId: string) => [bucket(`report ${reportId}`, 120, quarter)]

/** Monthly letters of reports to one address, over all accounts: its owner did not ask for them. */
export const reportMailBuckets = (email: string) => [bucket(`report-mail ${hashOf(email)}`, 10, 24 * hour)]

/** Questions whether an address wants monthly letters of reports: of an account, and as one of all mails with a link that it gets. */
export function reportQuestionBuckets(accountId: string, email: string): Bucket[] {
  return [bucket(`report-question ${accountId}`, 50, 24 * hour), ...mailBuckets(email)]
}

/** Changes of mail address: each writes to a mailbox that may be a stranger's. */
export const mailChangeBuckets = (personId: string) => [bucket(`mail-change ${personId}`, 5, hour)]

/** Requests for consent that a person opens: for each a document is fetched from an address that a stranger chose. */
export const consentBuckets = (personId: string) => [bucket(`consent ${personId}`, 40, quarter)]

/** Tries of a link or a password. */
export const proofBuckets = (network: string) => [bucket(`proof ${network}`, 30, quarter)]

export const callBuckets = (sessionId: string) => [bucket(`call ${sessionId}`, 300, minute)]

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22)
}

/** Test events and repeats of an account: each is a request to an address that it named. */
export const webhookBuckets = (accountId: string) => [bucket(`webhook ${accountId}`, 30, minute)]
