import type { commands } from './commands.ts'

/** The meaning of each command, for `help` and the reference. */
export const meanings: Record<keyof typeof commands, string> = {
  'account create': 'makes an account; the same address again returns the account that exists',
  'account list': 'lists all accounts',
  'account plan': 'changes the plan of an account, without a payment',
  'account show': 'shows one account',
  'account close': 'closes an account for good and deletes its data; `--confirm` repeats its address',
  'person create':
    'makes a person with a verified address; without `--password` it prints a link to set one, valid for 24 hours. With `--plan` their account too, or its plan changes',
  'person list': 'lists people and their accounts',
  usage: 'shows the calls of an account: today and thirty days',
  audit: 'shows the audit log of an account',
  'key create': 'makes a key and prints it once: `server` for the API, `lasting` for an assistant',
  'key list': 'lists the keys of an account',
  'key revoke': 'revokes a key at once',
  'order list': 'lists orders',
  'order invoice': 'makes an order in US dollars that is paid outside',
  'order settle': 'marks an order as paid; `--reference` names the payment',
  'order refund': 'refunds an order or a part of it',
  'guest claim': "gives a guest's site to an account or to a new Free account",
  'graph import': "imports a release of Common Crawl's domain graph",
  import: 'imports sites and keywords that SerpBear exported',
  'mail try': 'sends a letter at once, and prints the mail server or its refusal',
  'providers list': 'shows which providers are on and what is missing',
  'providers check': 'asks each provider once and checks its answer; costs a call of each',
  'outbox list': 'lists events and letters that wait or are stuck',
  'outbox retry': 'delivers one of them now',
}
