/** The routes that only browsers call by themselves, to bind a session to their device. */
import { sitePath } from './site-path'

export const bindingHandlers = {
  sessionBinding: '/api/session/binding',
  sessionBindingRefresh: '/api/session/binding/refresh',
} as const

export const bindingRequests = {
  register: sitePath(bindingHandlers.sessionBinding),
  refresh: sitePath(bindingHandlers.sessionBindingRefresh),
} as const
