/**
 * Over 200 lines: it's one table.
 *
 * The map of the stand-in: which of Google's addresses it answers, and for whom.
 */
import {
  createSessionCookie,
  grantAccessToken,
  lookupAsAdmin,
  removeAsAdmin,
  updateAsAdmin,
} from './admin-api'
import { captchaConfig, captchaFrame, captchaScript, captchaSecondScript } from './captcha'
import type { Signer } from './certificates'
import { lookup, refresh, sendMail, signIn, signInWithIdp, signUp } from './client-api'
import { type Answer, type Call, ok, type Project, refusal } from './project'
import {
  finalizeEnrolment,
  finalizeSecondFactor,
  startEnrolment,
  startSecondFactor,
  withdrawEnrolment,
} from './second-factors'
import { framePage, handlerPage } from './sign-in-pages'

export type EndpointName =
  | 'signUp'
  | 'signIn'
  | 'signInWithIdp'
  | 'projects'
  | 'handlerPage'
  | 'framePage'
  | 'refresh'
  | 'lookup'
  | 'sendMail'
  | 'captchaConfig'
  | 'captchaScript'
  | 'captchaSecondScript'
  | 'captchaFrame'
  | 'captchaReport'
  | 'startEnrolment'
  | 'finalizeEnrolment'
  | 'withdrawEnrolment'
  | 'startSecondFactor'
  | 'finalizeSecondFactor'
  | 'captchaParams'
  | 'adminLookup'
  | 'adminUpdate'
  | 'adminDelete'
  | 'createSessionCookie'
  | 'accessToken'
  | 'tokenCertificates'
  | 'tokenKeys'
  | 'cookieCertificates'
  | 'cookieKeys'

type Endpoint = {
  name: EndpointName
  address: string
  /** Who may call: anyone, an owner of the project's API key, or the service account. */
  access: 'anyone' | 'api-key' | 'service-account'
  answer: (call: Call, project: Project) => Answer | Promise<Answer>
}

const toolkit = 'identitytoolkit.googleapis.com'
const tokenService = 'securetoken@system.gserviceaccount.com'

/** All endpoints; `{project}` stands for the project's id. */
const endpoints: readonly Endpoint[] = [
  { name: 'signUp', address: `POST ${toolkit}/v1/accounts:signUp`, access: 'api-key', answer: signUp },
  {
    name: 'signIn',
    address: `POST ${toolkit}/v1/accounts:signInWithPassword`,
    access: 'api-key',
    answer: signIn,
  },
  {
    name: 'signInWithIdp',
    address: `POST ${toolkit}/v1/accounts:signInWithIdp`,
    access: 'api-key',
    answer: signInWithIdp,
  },
  {
    name: 'projects',
    address: `GET ${toolkit}/v1/projects`,
    access: 'api-key',
    answer: (_call, { authorizedDomains }) => ok({ projectId: '1', authorizedDomains }),
  },
  {
    name: 'handlerPage',
    address: 'GET {project}.firebaseapp.com/__/auth/handler',
    access: 'anyone',
    answer: () => html(handlerPage),
  },
  {
    name: 'framePage',
    address: 'GET {project}.firebaseapp.com/__/auth/iframe',
    access: 'anyone',
    answer: () => html(framePage),
  },
  { name: 'lookup', address: `POST ${toolkit}/v1/accounts:lookup`, access: 'api-key', answer: lookup },
  {
    name: 'sendMail',
    address: `POST ${toolkit}/v1/accounts:sendOobCode`,
    access: 'api-key',
    answer: sendMail,
  },
  {
    name: 'captchaConfig',
    address: `GET ${toolkit}/v2/recaptchaConfig`,
    access: 'api-key',
    answer: captchaConfig,
  },
  {
    name: 'captchaScript',
    address: 'GET www.google.com/recaptcha/enterprise.js',
    access: 'anyone',
    answer: captchaScript,
  },
  {
    name: 'captchaSecondScript',
    address: 'GET www.gstatic.com/recaptcha/releases/stand-in/recaptcha__en.js',
    access: 'anyone',
    answer: captchaSecondScript,
  },
  {
    name: 'captchaFrame',
    address: 'GET www.google.com/recaptcha/enterprise/anchor',
    access: 'anyone',
    answer: captchaFrame,
  },
  {
    name: 'captchaReport',
    address: 'POST www.google.com/recaptcha/enterprise/clr',
    access: 'anyone',
    answer: () => ok({}),
  },
  {
    name: 'refresh',
    address: 'POST securetoken.googleapis.com/v1/token',
    access: 'api-key',
    answer: refresh,
  },
  {
    name: 'startEnrolment',
    address: `POST ${toolkit}/v2/accounts/mfaEnrollment:start`,
    access: 'api-key',
    answer: startEnrolment,
  },
  {
    name: 'finalizeEnrolment',
    address: `POST ${toolkit}/v2/accounts/mfaEnrollment:finalize`,
    access: 'api-key',
    answer: finalizeEnrolment,
  },
  {
    name: 'withdrawEnrolment',
    address: `POST ${toolkit}/v2/accounts/mfaEnrollment:withdraw`,
    access: 'api-key',
    answer: withdrawEnrolment,
  },
  {
    name: 'startSecondFactor',
    address: `POST ${toolkit}/v2/accounts/mfaSignIn:start`,
    access: 'api-key',
    answer: startSecondFactor,
  },
  {
    name: 'finalizeSecondFactor',
    address: `POST ${toolkit}/v2/accounts/mfaSignIn:finalize`,
    access: 'api-key',
    answer: finalizeSecondFactor,
  },
  {
    name: 'captchaParams',
    address: `GET ${toolkit}/v1/recaptchaParams`,
    access: 'api-key',
    answer: () => ok({ kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'site-key' }),
  },
  {
    name: 'adminLookup',
    address: `POST ${toolkit}/v1/projects/{project}/accounts:lookup`,
    access: 'service-account',
    answer: lookupAsAdmin,
  },
  {
    name: 'adminUpdate',
    address: `POST ${toolkit}/v1/projects/{project}/accounts:update`,
    access: 'service-account',
    answer: updateAsAdmin,
  },
  {
    name: 'adminDelete',
    address: `POST ${toolkit}/v1/projects/{project}/accounts:delete`,
    access: 'service-account',
    answer: removeAsAdmin,
  },
  {
    name: 'createSessionCookie',
    address: `POST ${toolkit}/v1/projects/{project}:createSessionCookie`,
    access: 'service-account',
    answer: createSessionCookie,
  },
  {
    name: 'accessToken',
    address: 'POST oauth2.googleapis.com/token',
    access: 'anyone',
    answer: grantAccessToken,
  },
  {
    name: 'tokenCertificates',
    address: `GET www.googleapis.com/robot/v1/metadata/x509/${tokenService}`,
    access: 'anyone',
    answer: (_call, { tokenSigner }) => published(certificatesOf(tokenSigner)),
  },
  {
    name: 'tokenKeys',
    address: `GET www.googleapis.com/service_accounts/v1/jwk/${tokenService}`,
    access: 'anyone',
    answer: (_call, { tokenSigner }) => published(keysOf(tokenSigner)),
  },
  {
    name: 'cookieCertificates',
    address: 'GET www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys',
    access: 'anyone',
    answer: (_call, { cookieSigner }) => published(certificatesOf(cookieSigner)),
  },
  {
    name: 'cookieKeys',
    address: `GET ${toolkit}/v1/sessionCookiePublicKeys`,
    access: 'anyone',
    answer: (_call, { cookieSigner }) => published(keysOf(cookieSigner)),
  },
]

/** The endpoint at an address such as `POST oauth2.googleapis.com/token`. */
export function endpointAt(address: string, { projectId }: Project): Endpoint | undefined {
  return endpoints.find((endpoint) => endpoint.address.replace('{project}', projectId) === address)
}

/** An endpoint's answer, or the refusal of a caller who may not call it. */
export async function answerOf(endpoint: Endpoint, call: Call, project: Project): Promise<Answer> {
  if (endpoint.access === 'api-key' && call.apiKey !== project.apiKey) {
    return refusal('API key not valid. Please pass a valid API key.')
  }
  if (endpoint.access === 'service-account' && !project.accessTokens.has(call.bearer ?? '')) {
    return refusal('Request had invalid authentication credentials.', 401)
  }
  return endpoint.answer(call, project)
}

const certificatesOf = ({ keyId, certificate }: Signer) => ({ [keyId]: certificate })

const keysOf = ({ publicJwk }: Signer) => ({ keys: [publicJwk] })

/** Its cookie must never reach a visitor of the site. */
const html = (page: string): Answer => ({
  status: 200,
  page,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Set-Cookie': 'of=google' },
})

/** Keys say how long they may be kept. */
function published(body: unknown): Answer {
  return { ...ok(body), headers: { 'Cache-Control': 'public, max-age=21600, must-revalidate, no-transform' } }
}
