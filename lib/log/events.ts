/** Every event that can be logged. `docs/operations.md` has the same table. */

export type EventRule = {
  /** Who can trigger it at will: anybody, a signed-in person, or only the site and its operators. */
  triggeredBy: 'anybody' | 'person' | 'site'
  /** Records with the same level and fields are duplicates: the first are logged, the rest counted. */
  sameFields: readonly string[]
}

const requestFields = ['status', 'method', 'path', 'bot'] as const
const errorFields = [...requestFields, 'place', 'name', 'message', 'stack'] as const

export const logEvents = {
  'access.refused': { triggeredBy: 'person', sameFields: ['userId', 'kind'] },
  'account.address-announced': { triggeredBy: 'person', sameFields: ['userId'] },
  'account.address-put-back': { triggeredBy: 'person', sameFields: ['userId'] },
  'account.deleted': { triggeredBy: 'person', sameFields: ['userId'] },
  'account.exported': { triggeredBy: 'person', sameFields: ['userId'] },
  'account.not-deleted': { triggeredBy: 'person', sameFields: ['userId', 'reason'] },
  'account.secured': { triggeredBy: 'person', sameFields: ['userId'] },
  'address-proof.given': { triggeredBy: 'anybody', sameFields: ['kind', 'clientAddress'] },
  'address-proof.refused': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'console.printed': { triggeredBy: 'anybody', sameFields: ['message'] },
  'data-folder.open-to-others': { triggeredBy: 'site', sameFields: ['folder'] },
  'database.came-back': { triggeredBy: 'site', sameFields: [] },
  'database.clean-up-failed': { triggeredBy: 'site', sameFields: ['code'] },
  'database.cleaned': { triggeredBy: 'person', sameFields: [] },
  'database.connection-lost': { triggeredBy: 'site', sameFields: ['code'] },
  'database.newer': { triggeredBy: 'site', sameFields: ['migrations'] },
  'database.parameter-refused': { triggeredBy: 'site', sameFields: ['parameter'] },
  'database.query-canceled': { triggeredBy: 'site', sameFields: ['code'] },
  'database.went-away': { triggeredBy: 'site', sameFields: ['code'] },
  'error.thrown': { triggeredBy: 'anybody', sameFields: errorFields },
  'error.unexplained': { triggeredBy: 'anybody', sameFields: requestFields },
  'identity.link-refused': { triggeredBy: 'anybody', sameFields: ['code'] },
  'identity.no-custom-token': { triggeredBy: 'person', sameFields: ['code'] },
  'identity.not-configured': { triggeredBy: 'site', sameFields: ['variable'] },
  'identity.proxy-failed': { triggeredBy: 'anybody', sameFields: ['code'] },
  'identity.unavailable': { triggeredBy: 'person', sameFields: ['code'] },
  'log.dropped': { triggeredBy: 'anybody', sameFields: [] },
  'note.purged': { triggeredBy: 'site', sameFields: [] },
  'operator.acted': { triggeredBy: 'site', sameFields: ['at', 'operator'] },
  'page.not-found': { triggeredBy: 'anybody', sameFields: requestFields },
  'passkey.accepted': { triggeredBy: 'person', sameFields: ['userId', 'purpose'] },
  'passkey.added': { triggeredBy: 'person', sameFields: ['userId'] },
  'passkey.limited': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'passkey.refused': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'passkey.removed': { triggeredBy: 'person', sameFields: ['userId'] },
  'policy.violated': { triggeredBy: 'anybody', sameFields: ['directive', 'blocked', 'source'] },
  'proxy.untrusted-forwarding': { triggeredBy: 'site', sameFields: [] },
  'request.aborted': { triggeredBy: 'anybody', sameFields: ['method', 'path', 'reason'] },
  'request.cross-site': { triggeredBy: 'anybody', sameFields: ['path', 'origin'] },
  'route.unknown': { triggeredBy: 'anybody', sameFields: requestFields },
  'second-factor.removed': { triggeredBy: 'person', sameFields: ['userId'] },
  'server.started': { triggeredBy: 'site', sameFields: [] },
  'server.stopped': { triggeredBy: 'site', sameFields: ['reason'] },
  'server.stopping': { triggeredBy: 'site', sameFields: [] },
  'session.ambiguous': { triggeredBy: 'anybody', sameFields: ['clientAddress'] },
  'session.closed': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.deleted': { triggeredBy: 'site', sameFields: [] },
  'session.ended': { triggeredBy: 'person', sameFields: ['userId', 'reason'] },
  'session.kept': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.limited': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'session.opened': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.refused': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'session.renewed': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.stolen-cookie': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.too-large': { triggeredBy: 'person', sameFields: ['code'] },
  'session.unavailable': { triggeredBy: 'anybody', sameFields: ['code', 'clientAddress'] },
  'session.unbound': { triggeredBy: 'person', sameFields: ['userId'] },
  'session.unknown': { triggeredBy: 'anybody', sameFields: requestFields },
} as const satisfies Record<string, EventRule>

export type LogEvent = keyof typeof logEvents

/** The event's rule; null if unknown. */
export function ruleOf(event: unknown): EventRule | null {
  return typeof event === 'string' && Object.hasOwn(logEvents, event) ? logEvents[event as LogEvent] : null
}
