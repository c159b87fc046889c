/** The sign-in pages of a project's firebaseapp.com host, and the provider's page they lead to. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gapiScript } from '../gapi/gapi'
import type { Answer, Call, Project } from './project'

const read = (name: string) => readFileSync(join(__dirname, 'sign-in-pages', name), 'utf8')

const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

/** Like Firebase's: an inline script starts what the scripts before it define. */
const handlerPage = `<!DOCTYPE html><html><head>
<script type="text/javascript" src="experiments.js"></script>
<script type="text/javascript" src="handler.js"></script>
<script type="text/javascript" nonce="firebase-auth-helper">
var POST_BODY = '{{POST_BODY}}';
fireauth.oauthhelper.widget.initialize();
</script></head><body></body></html>`

const framePage = `<!DOCTYPE html><html><head>
<script type="text/javascript" src="iframe.js"></script>
<script type="text/javascript" nonce="firebase-auth-helper">
fireauth.iframe.AuthRelay.initialize();
</script></head><body></body></html>`

const files: Record<string, () => readonly [type: string, body: string]> = {
  'auth/handler': () => [html, handlerPage],
  'auth/handler.js': () => [script, read('handler.js')],
  'auth/iframe': () => [html, framePage],
  'auth/iframe.js': () => [script, read('iframe.js')],
  'auth/links': () => [html, '<script src="links.js"></script>'],
  'auth/links.js': () => [script, ''],
  'auth/experiments.js': () => [script, 'window.EXPERIMENTS = {}'],
}

/** The files by address. */
export const firebaseFiles: readonly (readonly [address: string, answer: (project: Project) => Answer])[] = [
  ...Object.entries(files).map(
    ([file, content]) => [addressOf(file), () => answerWith(...content())] as const,
  ),
  [
    addressOf('firebase/init.json'),
    ({ apiKey, projectId }) => answerWith('application/json', JSON.stringify({ apiKey, projectId })),
  ],
]

function addressOf(file: string): string {
  return `GET {project}.firebaseapp.com/__/${file}`
}

/** With headers that must not reach our visitors. */
function answerWith(type: string, page: string): Answer {
  const headers = {
    'Content-Type': type,
    'Set-Cookie': 'upstream=yes; Path=/',
    'Content-Security-Policy': 'sandbox',
    'X-Upstream': 'yes',
  }
  return { status: 200, page, headers }
}

/** The provider's page: the code it returns is the email address that was typed. */
export function providerPage({ query }: Call): Answer {
  const way = (name: string) => query?.get(name)?.replaceAll('"', '') ?? ''
  const page = `<!DOCTYPE html><title>Stand-in for Google</title>
<form action="${way('redirect_uri')}">
<input type="hidden" name="state" value="${way('state')}">
<label>Email <input name="code"></label>
<button>Continue</button>
</form>`
  return { status: 200, page, headers: { 'Content-Type': html } }
}

/** The script that opens their hidden frame. */
export const loaderScript = (): Answer => ({
  status: 200,
  page: gapiScript(),
  headers: { 'Content-Type': script },
})
