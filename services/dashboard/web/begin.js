// The script inside a document: begins the calls that its page makes first, while the page's scripts load.
{
  const account = sessionStorage.getItem('account')
  const headers = { 'content-type': 'application/json', ...(account === null ? {} : { 'x-account': account }) }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const calls = JSON.parse(document.getElementById('first-calls').textContent)
  const begin = ([path, input]) => {
    const body = JSON.stringify(path === '/api/session' ? { timeZone } : input)
    // Read to its end: an answer that no call of the page takes would keep a connection.
    const answer = fetch(path, { method: 'POST', headers, body }).then(
      async (response) => new Response(await response.blob(), response),
    )
    // It is asked again by the page.
    answer.catch(() => {})
    return [path + body, answer]
  }
  self.begun = { account, calls: new Map(calls.map(begin)) }
}
