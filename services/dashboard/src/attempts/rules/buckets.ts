import { createHash } from 'node:crypto'

/** At most `limit` attempts in any `seconds`; mail addresses are in it as hashes. */
export type Bucket = { bucket: string; limit: number; seconds: number }

const minute = 60
const quarter = 900
const hour = 3_600

/** Forms of signing up and in, well filled in or not: more than their own limits allow together, so that a mistake costs no try. */
export function formBuckets(network: string): Bucket[] {
  return [{ bucket: `form ${network}`, limit: 120, seconds: quarter }]
}

/** By mail and network, so that a stranger cannot lock a person out; by mail alone only far above a person's need. */
export function signInBuckets(email: string, network: string): Bucket[] {
  return [
    { bucket: `sign-in ${hashOf(email)} ${network}`, limit: 10, seconds: quarter },
    { bucket: `sign-in network ${network}`, limit: 30, seconds: quarter },
    signInOf(email),
  ]
}

/** The limit by mail alone, over all networks. */
export function signInOf(email: string): Bucket {
  return { bucket: `sign-in mail ${hashOf(email)}`, limit: 100, seconds: hour }
}

export function signUpBuckets(network: string): Bucket[] {
  return [{ bucket: `sign-up ${network}`, limit: 5, seconds: hour }]
}

/** Asking for mails: the same for known and unknown addresses. */
export function askForMailBuckets(network: string): Bucket[] {
  return [{ bucket: `ask-for-mail ${network}`, limit: 10, seconds: hour }]
}

/** Mails with a link to one address, whatever asked for them. */
export function mailBuckets(email: string): Bucket[] {
  return [{ bucket: `mail ${hashOf(email)}`, limit: 3, seconds: hour }]
}

/** Links of agents, of invites and of reports, that somebody opens. */
export function lookBuckets(network: string): Bucket[] {
  return [{ bucket: `look ${network}`, limit: 60, seconds: quarter }]
}

/** Openings of one report, over all networks: each reads from three services. */
export function reportBuckets(reportId: string): Bucket[] {
  return [{ bucket: `report ${reportId}`, limit: 120, seconds: quarter }]
}

/** Monthly letters of reports to one address, over all accounts: its owner did not ask for them. */
export function reportMailBuckets(email: string): Bucket[] {
  return [{ bucket: `report-mail ${hashOf(email)}`, limit: 10, seconds: 24 * hour }]
}

/** Changes of mail address: each writes to a mailbox that may be a stranger's. */
export function mailChangeBuckets(personId: string): Bucket[] {
  return [{ bucket: `mail-change ${personId}`, limit: 5, seconds: hour }]
}

/** Requests for consent that a person opens: for each a document is fetched from an address that a stranger chose. */
export function consentBuckets(personId: string): Bucket[] {
  return [{ bucket: `consent ${personId}`, limit: 40, seconds: quarter }]
}

/** Tries of a link or a password. */
export function proofBuckets(network: string): Bucket[] {
  return [{ bucket: `proof ${network}`, limit: 30, seconds: quarter }]
}

export function callBuckets(sessionId: string): Bucket[] {
  return [{ bucket: `call ${sessionId}`, limit: 300, seconds: minute }]
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22)
}

/** Test events and repeats of an account: each is a request to an address that it named. */
export function webhookBuckets(accountId: string): Bucket[] {
  return [{ bucket: `webhook ${accountId}`, limit: 30, seconds: minute }]
}
