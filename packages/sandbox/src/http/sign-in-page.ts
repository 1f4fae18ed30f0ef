import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { Person } from '../user/people/person.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center}
main{box-sizing:border-box;width:min(26rem,100%);padding:1.5rem}
h1{font-size:1.375rem;line-height:1.25;margin:0 0 .5rem}
p{margin:0 0 1.25rem}
form{display:grid;gap:.5rem}
button{font:inherit;text-align:start;padding:.75rem 1rem;border:1px solid color-mix(in srgb,currentColor 35%,transparent);border-radius:.5rem;background:transparent;color:inherit;cursor:pointer}
button:hover{background:color-mix(in srgb,currentColor 8%,transparent)}
button:focus-visible{outline:3px solid Highlight;outline-offset:2px}
small{display:block;opacity:.8}`

const styleHash = createHash('sha256').update(style).digest('base64')
// In one string, so that no formatting gets between the tags: the content security policy allows the style by its hash.
const styleElement = raw(`<style>${style}</style>`)

/** A page with a button for each user of the sandbox. The choice is sent together with the request's parameters. */
export async function signInPage(
  clientId: string,
  parameters: URLSearchParams,
  people: readonly Person[],
): Promise<Response> {
  const page = await html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Sign in to the sandbox</title>
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>Sign in to the sandbox</h1>
          <p>${clientId} asks for ${parameters.get('scope')!.replaceAll(' ', ', ')}. Go on as:</p>
          <form method="get" action="/oauth2/auth">
            ${[...parameters].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
            ${people.map(
              ({ username, firstName, lastName }) =>
                html`<button dir="auto" name="login_hint" value="${username}">
                  ${firstName} ${lastName}<small>${username}</small>
                </button>`,
            )}
          </form>
        </main>
      </body>
    </html>`
  return new Response(String(page), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
    },
  })
}
