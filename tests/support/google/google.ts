/**
 * A stand-in for Google's identity services, to test the built site in production mode without a network: real TLS, real
 * RS256 signatures, an unmodified Admin SDK. `environment` points a process at it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { JWTPayload } from 'jose'
import { createAccounts } from './accounts'
import { createServiceAccount, createSigner, createTlsIdentity } from './certificates'
import { signIn } from './client-api'
import { writeMail } from './mails'
import type { Captcha, Project } from './project'
import { startServer } from './server'
import { nowSeconds, signIdToken, signSessionCookie } from './tokens'

export type Google = Awaited<ReturnType<typeof startGoogle>>

/** Starts a stand-in on a free port, with an empty project. */
export async function startGoogle(projectId = 'foyer-production-test') {
  const [tls, tokenSigner, cookieSigner] = await Promise.all([
    createTlsIdentity(),
    createSigner('securetoken.system.gserviceaccount.com'),
    createSigner('identitytoolkit.system.gserviceaccount.com'),
  ])
  const project: Project = {
    projectId,
    apiKey: 'AIzaStandInForGoogle',
    accounts: createAccounts(),
    serviceAccount: createServiceAccount(projectId),
    tokenSigner,
    cookieSigner,
    accessTokens: new Set(),
    authorizedDomains: [`${projectId}.firebaseapp.com`],
    secondFactors: { state: 'DISABLED' },
    captcha: null,
    mails: [],
  }
  const server = await startServer(tls, project)
  const folder = await mkdtemp(join(tmpdir(), 'foyer-google-'))
  const authorityFile = join(folder, 'authority.pem')
  await writeFile(authorityFile, tls.authority)

  return {
    port: server.port,
    projectId,
    environment: environmentOf(project, server.port, authorityFile),
    accounts: project.accounts,
    authorizedDomains: project.authorizedDomains,
    mails: project.mails,
    writeMail: (mail: Parameters<typeof writeMail>[1]) => writeMail(project, mail),
    tls,
    heard: server.heard,
    requests: server.requests,
    strayRequests: server.strayRequests,
    fail: server.fail,
    failFor: server.failFor,
    mend: server.mend,
    goAway: server.goAway,
    comeBack: server.comeBack,

    /** Sets the project's second factors, as the console does. */
    enableSecondFactors(secondFactors: Project['secondFactors']): void {
      project.secondFactors = secondFactors
    },

    /** Requires a captcha for sign-ins by email, as the console's switch does; null requires none. */
    enforceCaptcha(captcha: Captcha | null): void {
      project.captcha = captcha
    },

    /** Signs in as a browser would. Throws Google's error message. */
    async signIn(email: string, password: string): Promise<{ idToken: string; refreshToken: string }> {
      const { status, body } = await signIn(
        { body: { email, password }, apiKey: null, bearer: null },
        project,
      )
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body as { idToken: string; refreshToken: string }
    },
    /** A correctly signed ID token of an account, with changed claims: `{ auth_time: 0 }`. */
    idToken(email: string, changes: JWTPayload = {}): Promise<string> {
      return signIdToken(
        { signer: tokenSigner, projectId },
        accountNamed(project, email),
        nowSeconds(),
        changes,
      )
    },
    /** A correctly signed session cookie that the site never minted: `{ exp: 0 }` for an expired one. */
    async sessionCookie(email: string, changes: JWTPayload = {}): Promise<string> {
      const account = accountNamed(project, email)
      const claims = { sub: account.id, aud: projectId, email, auth_time: nowSeconds() }
      return signSessionCookie({ signer: cookieSigner, projectId }, claims, 3600, changes)
    },
    /** Stops the server and deletes its files. */
    async stop(): Promise<void> {
      await server.goAway()
      await rm(folder, { recursive: true })
    },
  }
}

function accountNamed({ accounts }: Project, email: string) {
  const account = accounts.byEmail(email)
  if (!account) throw new Error(`The stand-in has no account ${email}`)
  return account
}

/** The environment of a site process; the empty variables override a developer's own. */
function environmentOf({ projectId, apiKey, serviceAccount }: Project, port: number, authorityFile: string) {
  return {
    NODE_OPTIONS: `--import=${pathToFileURL(join(__dirname, 'redirect.mjs')).href}?port=${port}`,
    NODE_EXTRA_CA_CERTS: authorityFile,
    FIREBASE_SERVICE_ACCOUNT: JSON.stringify(serviceAccount.keyFile),
    FIREBASE_WEBAPP_CONFIG: JSON.stringify({ apiKey, projectId, authDomain: `${projectId}.firebaseapp.com` }),
    FIREBASE_AUTH_EMULATOR_HOST: '',
    USE_AUTH_EMULATOR: '',
    GOOGLE_APPLICATION_CREDENTIALS: '',
    SESSION_KEYS_URL: '',
    HTTPS_PROXY: '',
    https_proxy: '',
    HTTP_PROXY: '',
    http_proxy: '',
  }
}
