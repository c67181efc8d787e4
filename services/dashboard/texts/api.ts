export const api = {
  yourAccount: 'Your account',
  sAccount: (owner: string) => `${owner}’s account`,
  somethingWentWrong: 'Something went wrong on this page. Reload it and try again.',
  serviceReturnedAnUnexpectedAnswer: 'The service returned an unexpected answer. Try again.',
  serviceCannotBeReached: 'The service cannot be reached. Check your connection and try again.',
  signInFirst: 'Sign in first',
}
