/** The map of the stand-in: which of Google's addresses it answers, and for whom. */
import { randomBytes } from 'node:crypto'
import {
  createAsAdmin,
  createSessionCookie,
  importUsers,
  listAsAdmin,
  lookupAsAdmin,
  removeAsAdmin,
  removeManyAsAdmin,
  updateAsAdmin,
} from './admin-api'
import { captchaConfig, captchaFrame, captchaScript, captchaSecondScript, robotScript } from './captcha'
import {
  lookup,
  refresh,
  remove,
  signIn,
  signInByLink,
  signInWithCustomToken,
  signInWithIdp,
  signUp,
} from './client-api'
import { resetPassword, sendMail, sendMailAsAdmin, update } from './codes'
import { type Answer, type Call, ok, type Project, refusal } from './project'
import {
  finalizeEnrolment,
  finalizeSecondFactor,
  startEnrolment,
  startSecondFactor,
  withdrawEnrolment,
} from './second-factors'
import { firebaseFiles, loaderScript, providerPage } from './sign-in-pages'

/** `access`: anyone, an owner of the project's API key, or the service account. */
type Endpoint = readonly [
  access: 'anyone' | 'api-key' | 'service-account',
  address: string,
  answer: (call: Call, project: Project) => Answer | Promise<Answer>,
]

const toolkit = 'identitytoolkit.googleapis.com'
const projectApi = `${toolkit}/v1/projects/{project}`
const factors = `${toolkit}/v2/accounts`
const captchaHost = 'www.google.com/recaptcha'
const tokenService = 'securetoken@system.gserviceaccount.com'

/** By name; `{project}` stands for the project's ID. */
const endpoints = {
  signUp: ['api-key', `POST ${toolkit}/v1/accounts:signUp`, signUp],
  signIn: ['api-key', `POST ${toolkit}/v1/accounts:signInWithPassword`, signIn],
  signInWithCustomToken: [
    'api-key',
    `POST ${toolkit}/v1/accounts:signInWithCustomToken`,
    signInWithCustomToken,
  ],
  signInWithIdp: ['api-key', `POST ${toolkit}/v1/accounts:signInWithIdp`, signInWithIdp],
  lookup: ['api-key', `POST ${toolkit}/v1/accounts:lookup`, lookup],
  sendMail: ['api-key', `POST ${toolkit}/v1/accounts:sendOobCode`, sendMail],
  readCode: ['api-key', `POST ${toolkit}/v1/accounts:resetPassword`, resetPassword],
  update: ['api-key', `POST ${toolkit}/v1/accounts:update`, update],
  remove: ['api-key', `POST ${toolkit}/v1/accounts:delete`, remove],
  signInByLink: ['api-key', `POST ${toolkit}/v1/accounts:signInWithEmailLink`, signInByLink],
  refresh: ['api-key', 'POST securetoken.googleapis.com/v1/token', refresh],
  projects: [
    'api-key',
    `GET ${toolkit}/v1/projects`,
    (_call, { authorizedDomains }) => ok({ projectId: '1', authorizedDomains }),
  ],
  provider: ['anyone', 'GET accounts.google.com/o/oauth2/auth', providerPage],
  loader: ['anyone', 'GET apis.google.com/js/api.js', loaderScript],
  captchaConfig: ['api-key', `GET ${toolkit}/v2/recaptchaConfig`, captchaConfig],
  captchaScript: ['anyone', `GET ${captchaHost}/enterprise.js`, captchaScript],
  captchaSecondScript: [
    'anyone',
    'GET www.gstatic.com/recaptcha/releases/stand-in/recaptcha__en.js',
    captchaSecondScript,
  ],
  captchaFrame: ['anyone', `GET ${captchaHost}/enterprise/anchor`, captchaFrame],
  captchaReport: ['anyone', `POST ${captchaHost}/enterprise/clr`, () => ok({})],
  captchaParams: ['api-key', `GET ${toolkit}/v1/recaptchaParams`, () => ok({ recaptchaSiteKey: 'site-key' })],
  robotScript: ['anyone', `GET ${captchaHost}/api.js`, robotScript],
  robotFrame: ['anyone', `GET ${captchaHost}/api2/anchor`, captchaFrame],
  startEnrolment: ['api-key', `POST ${factors}/mfaEnrollment:start`, startEnrolment],
  finalizeEnrolment: ['api-key', `POST ${factors}/mfaEnrollment:finalize`, finalizeEnrolment],
  withdrawEnrolment: ['api-key', `POST ${factors}/mfaEnrollment:withdraw`, withdrawEnrolment],
  startSecondFactor: ['api-key', `POST ${factors}/mfaSignIn:start`, startSecondFactor],
  finalizeSecondFactor: ['api-key', `POST ${factors}/mfaSignIn:finalize`, finalizeSecondFactor],
  adminLookup: ['service-account', `POST ${projectApi}/accounts:lookup`, lookupAsAdmin],
  adminList: ['service-account', `GET ${projectApi}/accounts:batchGet`, listAsAdmin],
  adminCreate: ['service-account', `POST ${projectApi}/accounts`, createAsAdmin],
  adminImport: ['service-account', `POST ${projectApi}/accounts:batchCreate`, importUsers],
  adminUpdate: ['service-account', `POST ${projectApi}/accounts:update`, updateAsAdmin],
  adminSendMail: ['service-account', `POST ${projectApi}/accounts:sendOobCode`, sendMailAsAdmin],
  adminDelete: ['service-account', `POST ${projectApi}/accounts:delete`, removeAsAdmin],
  adminBatchDelete: ['service-account', `POST ${projectApi}/accounts:batchDelete`, removeManyAsAdmin],
  createSessionCookie: ['service-account', `POST ${projectApi}:createSessionCookie`, createSessionCookie],
  projectConfig: [
    'service-account',
    `GET ${toolkit}/v2/projects/{project}/config`,
    (_call, { projectId, secondFactors: mfa }) => ok({ name: `projects/${projectId}/config`, mfa }),
  ],
  accessToken: ['anyone', 'POST oauth2.googleapis.com/token', grantAccessToken],
  tokenCertificates: [
    'anyone',
    `GET www.googleapis.com/robot/v1/metadata/x509/${tokenService}`,
    (_call, { tokenSigner }) => published({ [tokenSigner.keyId]: tokenSigner.certificate }),
  ],
  cookieKeys: [
    'anyone',
    `GET ${toolkit}/v1/sessionCookiePublicKeys`,
    (_call, { cookieSigner }) => published({ keys: [cookieSigner.publicJwk] }),
  ],
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof endpoints | 'firebaseFile'

const named: readonly (readonly [EndpointName, Endpoint])[] = [
  ...(Object.entries(endpoints) as [keyof typeof endpoints, Endpoint][]),
  ...firebaseFiles.map(([address, answer]): [EndpointName, Endpoint] => [
    'firebaseFile',
    ['anyone', address, (_call, project) => answer(project)],
  ]),
]

/** What a browser's call of an endpoint gets. */
export function askAsPage(name: keyof typeof endpoints, body: Call['body'], project: Project) {
  return answerOf(endpoints[name], { body, apiKey: project.apiKey, bearer: null }, project)
}

/** The endpoint at an address such as `POST oauth2.googleapis.com/token`, with its name. */
export function endpointAt(address: string, { projectId }: Project) {
  return named.find(([, [, pattern]]) => pattern.replace('{project}', projectId) === address)
}

/** An endpoint's answer, or the refusal of a caller who may not call it. */
export async function answerOf([access, , answer]: Endpoint, call: Call, project: Project): Promise<Answer> {
  if (access === 'api-key' && call.apiKey !== project.apiKey) {
    return refusal('API key not valid. Please pass a valid API key.')
  }
  if (access === 'service-account' && !project.accessTokens.has(call.bearer ?? '')) {
    return refusal('Request had invalid authentication credentials.', 401)
  }
  return answer(call, project)
}

/** Keys say how long they may be kept. */
function published(body: unknown): Answer {
  return { ...ok(body), headers: { 'Cache-Control': 'public, max-age=21600, must-revalidate, no-transform' } }
}

/** `oauth2.googleapis.com/token`: an access token for any assertion (RFC 7523); nobody has a refresh token here. */
function grantAccessToken({ body }: Call, { accessTokens }: Project): Answer {
  if (body.grant_type === 'refresh_token') return { status: 400, body: { error: 'invalid_grant' } }
  const accessToken = `ya29.${randomBytes(48).toString('base64url')}`
  accessTokens.add(accessToken)
  return ok({ access_token: accessToken, expires_in: 3599, token_type: 'Bearer' })
}
