/** Every log event. Unlisted events can't be logged; `docs/operations.md` has the same table. */

export type EventRule = {
  /** Who can trigger it at will: anyone, a signed-in user, or only the site and its operators. */
  by: 'anybody' | 'person' | 'site'
  /** Records equal in these fields count as duplicates: the first are logged, the rest counted. */
  alike: readonly string[]
}

/** Fields that distinguish errors; only the start of a stack and the block of an IP address count. */
const ofRequest = ['status', 'method', 'path', 'bot'] as const
const ofError = [...ofRequest, 'place', 'name', 'message', 'stack'] as const

export const logEvents = {
  'access.refused': { by: 'person', alike: ['userId', 'kind'] },
  'account.deleted': { by: 'person', alike: ['userId'] },
  'account.exported': { by: 'person', alike: ['userId'] },
  'account.not-deleted': { by: 'person', alike: ['userId', 'reason'] },
  'account.secured': { by: 'person', alike: ['userId'] },
  'console.printed': { by: 'anybody', alike: ['message'] },
  'data-folder.open-to-others': { by: 'site', alike: ['folder'] },
  'database.came-back': { by: 'site', alike: [] },
  'database.clean-up-failed': { by: 'site', alike: ['code'] },
  'database.cleaned': { by: 'person', alike: [] },
  'database.connection-lost': { by: 'site', alike: ['code'] },
  'database.newer': { by: 'site', alike: ['migrations'] },
  'database.parameter-refused': { by: 'site', alike: ['parameter'] },
  'database.query-canceled': { by: 'site', alike: ['code'] },
  'database.went-away': { by: 'site', alike: ['code'] },
  'error.thrown': { by: 'anybody', alike: ofError },
  'error.unexplained': { by: 'anybody', alike: ofRequest },
  'identity.no-custom-token': { by: 'person', alike: ['code'] },
  'identity.not-configured': { by: 'site', alike: ['variable'] },
  'identity.proxy-failed': { by: 'anybody', alike: ['code'] },
  'identity.unavailable': { by: 'person', alike: ['code'] },
  'log.dropped': { by: 'anybody', alike: [] },
  'note.purged': { by: 'site', alike: [] },
  'page.not-found': { by: 'anybody', alike: ofRequest },
  'passkey.accepted': { by: 'person', alike: ['userId', 'purpose'] },
  'passkey.added': { by: 'person', alike: ['userId'] },
  'passkey.limited': { by: 'anybody', alike: ['code', 'clientAddress'] },
  'passkey.refused': { by: 'anybody', alike: ['code', 'clientAddress'] },
  'passkey.removed': { by: 'person', alike: ['userId'] },
  'proxy.untrusted-forwarding': { by: 'site', alike: [] },
  'request.aborted': { by: 'anybody', alike: ['method', 'path', 'reason'] },
  'request.cross-site': { by: 'anybody', alike: ['path', 'origin'] },
  'route.unknown': { by: 'anybody', alike: ofRequest },
  'second-factor.removed': { by: 'person', alike: ['userId'] },
  'server.started': { by: 'site', alike: [] },
  'server.stopped': { by: 'site', alike: ['reason'] },
  'server.stopping': { by: 'site', alike: [] },
  'session.ambiguous': { by: 'anybody', alike: ['clientAddress'] },
  'session.closed': { by: 'person', alike: ['userId'] },
  'session.deleted': { by: 'site', alike: [] },
  'session.ended': { by: 'person', alike: ['userId', 'reason'] },
  'session.kept': { by: 'person', alike: ['userId'] },
  'session.limited': { by: 'anybody', alike: ['code', 'clientAddress'] },
  'session.opened': { by: 'person', alike: ['userId'] },
  'session.refused': { by: 'anybody', alike: ['code', 'clientAddress'] },
  'session.renewed': { by: 'person', alike: ['userId'] },
  'session.too-large': { by: 'person', alike: ['code'] },
  'session.unavailable': { by: 'anybody', alike: ['code', 'clientAddress'] },
  'session.unknown': { by: 'anybody', alike: ofRequest },
  'sign-in.abandoned': { by: 'anybody', alike: ['method', 'cause', 'browser'] },
  'sign-in.begun': { by: 'anybody', alike: ['method', 'browser'] },
  'sign-in.finished': { by: 'anybody', alike: ['method', 'browser'] },
} as const satisfies Record<string, EventRule>

export type LogEvent = keyof typeof logEvents

/** The event's rule; null if unknown. */
export function ruleOf(event: unknown): EventRule | null {
  return typeof event === 'string' && Object.hasOwn(logEvents, event) ? logEvents[event as LogEvent] : null
}
