import type { ReactNode } from 'react'
import { rich } from './rich.ts'

export const app = {
  plan: (plan: string) => `${plan} plan`,
  account: 'Account',
  signInInANew: 'Sign in in a new tab',
  yourSessionHasEnded: (link: ReactNode) =>
    rich`Your session has ended. ${link}, then come back and try again: your input is kept here.`,
  thisPageCannotBeShown: 'This page cannot be shown',
  newerVersionOfThesePages: 'A newer version of these pages is available.',
  tryAgain: 'Try again',
  pageNotFound: 'Page not found',
  addressMayBeMistyped: 'The address may be mistyped, or the page has moved.',
  goYourSites: 'Go to your sites',
  siteNotFound: 'Site not found',
  siteMayHaveBeenDeleted: 'The site may have been deleted, or belong to another account.',
  goAnywhere: 'Go anywhere',
  showTheKeys: 'Show the keys',
  rankTracker: 'Rank Tracker',
  keys: 'Keys',
  signOut: 'Sign out',
  youAreStillSigned: (error: string) => `You are still signed in. ${error}`,
  apiCallsToday: 'API calls today',
}
