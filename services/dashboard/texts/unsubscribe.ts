/** The page that a link to unsubscribe opens. */
export const unsubscribe = {
  invite: { label: 'No more invites', done: 'This address gets no more invites by email.' },
  reminder: { label: 'No more reminders', done: 'This address gets no more payment reminders.' },
  report: {
    label: 'No more letters of this report',
    done: 'This address gets no more monthly letters of this report.',
  },
  reportsConfirmed: {
    label: 'Yes, send me the monthly reports',
    done: 'This address gets the monthly reports of this sender from now on. Each has a link that stops them.',
  },
  reportsDeclined: {
    label: 'No monthly reports',
    done: 'This address gets no monthly reports of this sender, and is not asked again.',
  },
  alerts: { label: 'No more alerts by email', done: 'You get no more alerts about this site by email.' },
  weekly: { label: 'No more weekly emails', done: 'You get no more weekly emails about this site.' },
  broken: { title: 'This link is incomplete', text: 'Copy the whole link from the email.' },
}
