import { escapeHtml } from '@rts/shared/escape-html'
import { people } from './people.ts'

export type Asked = Record<string, string>

export const consoleScope = 'https://www.googleapis.com/auth/webmasters.readonly'

const style = `body{font:16px/1.5 sans-serif;max-width:32rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
fieldset{border:1px solid #767676;border-radius:8px;margin:0 0 1rem;padding:.5rem 1rem}label{display:block;padding:.4rem 0}
button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}input[type=text]{font:inherit;width:100%;box-sizing:border-box;padding:.4rem}`

export function consentPage(asked: Asked, action: string): string {
  const hidden = Object.entries(asked).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const persons = people.map(
    ({ email, name }, i) =>
      `<label><input type="radio" name="person" value="${email}"${i === 0 ? ' checked' : ''}> ${escapeHtml(name)} (${email})</label>`,
  )
  return page(
    'Choose an account',
    `<p>This page plays Google, on your own machine. Nothing leaves it.</p>
<form method="post" action="${escapeHtml(action)}">
${hidden.join('\n')}
<fieldset><legend>Who are you?</legend>
${persons.join('\n')}
<label>A website of this person besides (may stay empty)<input type="text" name="site" placeholder="example.com" autocomplete="off"></label>
</fieldset>
<fieldset><legend>What do you allow?</legend>
<label><input type="checkbox" name="allow" value="${consoleScope}" checked> View Search Console data for your verified sites</label>
</fieldset>
<button name="answer" value="allow">Continue</button><button name="answer" value="deny">Cancel</button>
</form>`,
  )
}

export function errorPage(code: string, why: string): string {
  return page('Access blocked', `<p>Error 400: ${escapeHtml(code)}</p><p>${escapeHtml(why)}</p>`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><style>${style}</style></head>
<body><main><h1>${title}</h1>
${content}
</main></body>
</html>
`
}
