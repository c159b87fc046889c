/** What the Admin SDK calls as a service account. */
import {
  type Account,
  type Answer,
  accountOf,
  type Call,
  describeAccount,
  isAnswer,
  ok,
  type Project,
  refusal,
} from './project'
import { nowSeconds, parseIdToken, signSessionCookie } from './tokens'

/**
 * `projects/<id>/accounts:lookup`: disabled accounts are shown, too, and all that an import has given the same address; nobody
 * found is an answer without users.
 */
export function lookupAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const federated = Array.isArray(body.federatedUserId) ? body.federatedUserId : []
  const emails = listOf(body.email).map((email) => email.toLowerCase())
  const wanted = [
    ...listOf(body.localId).map((id) => accounts.byId(id)),
    ...accounts.all().filter(({ email }) => email !== '' && emails.includes(email)),
    ...federated.map(({ providerId, rawId }) => accounts.byProvider(String(providerId), String(rawId))),
  ]
  const users = [...new Set(wanted)].flatMap((account) => (account ? describeAccount(account) : []))
  return ok(users.length > 0 ? { users } : {})
}

/** `projects/<id>/accounts:batchGet`, which lists all users on one page. */
export function listAsAdmin(_call: Call, { accounts }: Project): Answer {
  const users = accounts.all().map(describeAccount)
  return ok(users.length > 0 ? { users } : {})
}

/** `projects/<id>/accounts`: what `createUser` sends. */
export function createAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const { localId, email = '', password = '' } = body as Record<string, string | undefined>
  if (localId && accounts.byId(localId)) return refusal('DUPLICATE_LOCAL_ID')
  if (accounts.byEmail(email.toLowerCase())) return refusal('EMAIL_EXISTS')
  const { id } = accounts.add(email.toLowerCase(), password, {
    ...(localId && { id: localId }),
    emailVerified: body.emailVerified === true,
    disabled: body.disabled === true,
    providers: password ? ['password'] : [],
  })
  return ok({ localId: id, email })
}

type ImportedUser = {
  localId: string
  email?: string
  emailVerified?: boolean
  disabled?: boolean
  createdAt?: string | number
  customAttributes?: string
  providerUserInfo?: { providerId: string; rawId?: string }[]
}

/**
 * `projects/<id>/accounts:batchCreate`, which `importUsers` sends: a user with an ID that is there replaces that one unless
 * `allowOverwrite` is false, and other duplicates are refused only if the behaviour says so. A failure is an entry of `error`.
 */
export function importUsers({ body }: Call, project: Project): Answer {
  const error = (body.users as ImportedUser[]).flatMap((user, index) => {
    const isKept = body.allowOverwrite === false && project.accounts.byId(user.localId) !== undefined
    const message = isKept
      ? 'localId belongs to an existing account - can not overwrite.'
      : importUser(user, project)
    return message === null ? [] : { index, message }
  })
  return ok(error.length > 0 ? { error } : {})
}

function importUser(
  { localId, email = '', providerUserInfo = [], ...rest }: ImportedUser,
  { accounts, behaviour }: Project,
): string | null {
  const isOther = (account: Account | undefined) => account !== undefined && account.id !== localId
  const isTaken = providerUserInfo.some(({ providerId, rawId = '' }) =>
    isOther(accounts.byProvider(providerId, rawId)),
  )
  if (!behaviour.importsDuplicates) {
    if (isOther(accounts.byEmail(email.toLowerCase()))) return 'email exists in other account in database'
    if (isTaken) return 'raw id exists in other account in database'
  }
  const account = accounts.byId(localId) ?? accounts.add('', '', { id: localId })
  Object.assign(account, {
    email: email.toLowerCase(),
    password: '',
    emailVerified: rest.emailVerified ?? false,
    disabled: rest.disabled ?? false,
    validSinceSeconds: nowSeconds(),
    createdAtMs: Number(rest.createdAt ?? Date.now()),
    claims: JSON.parse(rest.customAttributes ?? '{}'),
    providers: providerUserInfo.map(({ providerId }) => providerId),
    rawIds: Object.fromEntries(providerUserInfo.map(({ providerId, rawId = '' }) => [providerId, rawId])),
    secondFactors: [],
  } satisfies Partial<Account>)
  return null
}

/** `projects/<id>/accounts:update`: what `revokeRefreshTokens` and `updateUser` send. */
export function updateAsAdmin({ body }: Call, { accounts }: Project): Answer {
  const account = accounts.byId(String(body.localId))
  if (!account) return refusal('USER_NOT_FOUND')
  const email = typeof body.email === 'string' ? body.email.toLowerCase() : account.email
  if (email !== account.email && accounts.byEmail(email)) return refusal('EMAIL_EXISTS')
  if (typeof body.disableUser === 'boolean') account.disabled = body.disableUser
  if (email !== account.email || typeof body.password === 'string') account.validSinceSeconds = nowSeconds()
  if (body.validSince !== undefined) account.validSinceSeconds = Number(body.validSince)
  if (email !== account.email) Object.assign(account, { email, emailVerified: false })
  if (typeof body.emailVerified === 'boolean') account.emailVerified = body.emailVerified
  if (typeof body.password === 'string')
    Object.assign(account, { password: body.password, passwordSetAtMs: Date.now() })
  link(account, body.linkProviderUserInfo)
  const unlinked = listOf(body.deleteProvider)
  account.providers = account.providers.filter((providerId) => !unlinked.includes(providerId))
  const { mfa } = body as { mfa?: { enrollments?: unknown[] } }
  if (mfa && !mfa.enrollments?.length) account.secondFactors = []
  if (typeof body.customAttributes === 'string') account.claims = JSON.parse(body.customAttributes)
  return ok({ localId: account.id, email: account.email })
}

function link(account: Account, linked: unknown): void {
  if (typeof linked !== 'object' || linked === null) return
  const { providerId, rawId } = linked as { providerId: string; rawId: string }
  account.providers = [...new Set([...account.providers, providerId])]
  account.rawIds[providerId] = rawId
}

/** `projects/<id>/accounts:delete`. */
export function removeAsAdmin({ body }: Call, { accounts }: Project): Answer {
  return accounts.removeById(String(body.localId)) ? ok({}) : refusal('USER_NOT_FOUND')
}

/** `projects/<id>/accounts:batchDelete`: what `deleteUsers` sends; nobody is missed. */
export function removeManyAsAdmin({ body }: Call, { accounts }: Project): Answer {
  for (const id of listOf(body.localIds)) accounts.removeById(id)
  return ok({})
}

/** `projects/<id>:createSessionCookie`: unlike the emulator, Google checks the ID token's signature and age. */
export async function createSessionCookie({ body }: Call, project: Project): Promise<Answer> {
  const { projectId, cookieSigner } = project
  const claims = await parseIdToken(body.idToken, project)
  if (!claims) return refusal('INVALID_ID_TOKEN')
  const account = accountOf(claims, project)
  if (isAnswer(account)) return account
  const signing = { signer: cookieSigner, projectId }
  return ok({ sessionCookie: await signSessionCookie(signing, claims, Number(body.validDuration)) })
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'string')
}
