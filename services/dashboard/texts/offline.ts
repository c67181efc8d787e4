/** The page of a browser without a connection. */
export const offline = {
  title: 'You are offline',
  text: 'This page needs a connection. Nothing that you saved is lost.',
  again: 'Try again',
}
