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
import { captchaConfig, captchaFrame, captchaScript, captchaSecondScript, robotScript } from './captcha'
import type { Signer } from './certificates'
import { lookup, refresh, sendMail, signIn, signInWithCustomToken, signInWithIdp, signUp } from './client-api'
import { type Answer, type Call, ok, type Project, refusal } from './project'
import {
  finalizeEnrolment,
  finalizeSecondFactor,
  startEnrolment,
  startSecondFactor,
  withdrawEnrolment,
} from './second-factors'
import { firebaseFiles, loaderScript, providerPage } from './sign-in-pages'

export type EndpointName =
  | 'signUp'
  | 'signIn'
  | 'signInWithCustomToken'
  | 'signInWithIdp'
  | 'projects'
  | 'firebaseFile'
  | 'provider'
  | 'loader'
  | 'refresh'
  | 'lookup'
  | 'sendMail'
  | 'captchaConfig'
  | 'captchaScript'
  | 'captchaSecondScript'
  | 'captchaFrame'
  | 'robotScript'
  | 'robotFrame'
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
  | 'projectConfig'
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

const endpointFor =
  (access: Endpoint['access']) =>
  (name: EndpointName, address: string, answer: Endpoint['answer']): Endpoint => ({
    name,
    address,
    access,
    answer,
  })
const forAll = endpointFor('anyone')
const forKey = endpointFor('api-key')
const forAdmin = endpointFor('service-account')

/** All endpoints; `{project}` stands for the project's id. */
const endpoints: readonly Endpoint[] = [
  forKey('signUp', `POST ${toolkit}/v1/accounts:signUp`, signUp),
  forKey('signIn', `POST ${toolkit}/v1/accounts:signInWithPassword`, signIn),
  forKey('signInWithCustomToken', `POST ${toolkit}/v1/accounts:signInWithCustomToken`, signInWithCustomToken),
  forKey('signInWithIdp', `POST ${toolkit}/v1/accounts:signInWithIdp`, signInWithIdp),
  forKey('projects', `GET ${toolkit}/v1/projects`, (_call, { authorizedDomains }) =>
    ok({ projectId: '1', authorizedDomains }),
  ),
  ...firebaseFiles.map(([address, answer]) =>
    forAll('firebaseFile', address, (_call, project) => answer(project)),
  ),
  forAll('provider', 'GET accounts.google.com/o/oauth2/auth', providerPage),
  forAll('loader', 'GET apis.google.com/js/api.js', loaderScript),
  forKey('lookup', `POST ${toolkit}/v1/accounts:lookup`, lookup),
  forKey('sendMail', `POST ${toolkit}/v1/accounts:sendOobCode`, sendMail),
  forKey('captchaConfig', `GET ${toolkit}/v2/recaptchaConfig`, captchaConfig),
  forAll('captchaScript', 'GET www.google.com/recaptcha/enterprise.js', captchaScript),
  forAll(
    'captchaSecondScript',
    'GET www.gstatic.com/recaptcha/releases/stand-in/recaptcha__en.js',
    captchaSecondScript,
  ),
  forAll('captchaFrame', 'GET www.google.com/recaptcha/enterprise/anchor', captchaFrame),
  forAll('robotScript', 'GET www.google.com/recaptcha/api.js', robotScript),
  forAll('robotFrame', 'GET www.google.com/recaptcha/api2/anchor', captchaFrame),
  forAll('captchaReport', 'POST www.google.com/recaptcha/enterprise/clr', () => ok({})),
  forKey('refresh', 'POST securetoken.googleapis.com/v1/token', refresh),
  forKey('startEnrolment', `POST ${toolkit}/v2/accounts/mfaEnrollment:start`, startEnrolment),
  forKey('finalizeEnrolment', `POST ${toolkit}/v2/accounts/mfaEnrollment:finalize`, finalizeEnrolment),
  forKey('withdrawEnrolment', `POST ${toolkit}/v2/accounts/mfaEnrollment:withdraw`, withdrawEnrolment),
  forKey('startSecondFactor', `POST ${toolkit}/v2/accounts/mfaSignIn:start`, startSecondFactor),
  forKey('finalizeSecondFactor', `POST ${toolkit}/v2/accounts/mfaSignIn:finalize`, finalizeSecondFactor),
  forKey('captchaParams', `GET ${toolkit}/v1/recaptchaParams`, () =>
    ok({ kind: 'identitytoolkit#GetRecaptchaParamResponse', recaptchaSiteKey: 'site-key' }),
  ),
  forAdmin('adminLookup', `POST ${toolkit}/v1/projects/{project}/accounts:lookup`, lookupAsAdmin),
  forAdmin('adminUpdate', `POST ${toolkit}/v1/projects/{project}/accounts:update`, updateAsAdmin),
  forAdmin('projectConfig', `GET ${toolkit}/v2/projects/{project}/config`, (_call, project) =>
    ok({ name: `projects/${project.projectId}/config`, mfa: project.secondFactors }),
  ),
  forAdmin('adminDelete', `POST ${toolkit}/v1/projects/{project}/accounts:delete`, removeAsAdmin),
  forAdmin(
    'createSessionCookie',
    `POST ${toolkit}/v1/projects/{project}:createSessionCookie`,
    createSessionCookie,
  ),
  forAll('accessToken', 'POST oauth2.googleapis.com/token', grantAccessToken),
  forAll(
    'tokenCertificates',
    `GET www.googleapis.com/robot/v1/metadata/x509/${tokenService}`,
    (_call, { tokenSigner }) => published(certificatesOf(tokenSigner)),
  ),
  forAll(
    'tokenKeys',
    `GET www.googleapis.com/service_accounts/v1/jwk/${tokenService}`,
    (_call, { tokenSigner }) => published(keysOf(tokenSigner)),
  ),
  forAll(
    'cookieCertificates',
    'GET www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys',
    (_call, { cookieSigner }) => published(certificatesOf(cookieSigner)),
  ),
  forAll('cookieKeys', `GET ${toolkit}/v1/sessionCookiePublicKeys`, (_call, { cookieSigner }) =>
    published(keysOf(cookieSigner)),
  ),
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

/** Keys say how long they may be kept. */
function published(body: unknown): Answer {
  return { ...ok(body), headers: { 'Cache-Control': 'public, max-age=21600, must-revalidate, no-transform' } }
}
