/** Every page of the front end, by name; `$name` stands for any one part. The server answers these addresses with the document, and all others with 404. */
export const pages = {
  home: '/',
  site: '/sites/$siteId',
  signUp: '/signup',
  signIn: '/signin',
  verify: '/verify',
  reset: '/reset',
  newMail: '/mail',
  keys: '/developer/keys',
  assistants: '/developer/assistants',
  usage: '/usage',
  audit: '/audit',
  account: '/account',
} as const
