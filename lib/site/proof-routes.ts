/** The routes that only emailed links need. In a file of their own, as they load with the code of those. */
import { sitePath } from './site-path'

/** Route handler paths of proofs of an address, and of requests for sign-in links. */
export const proofHandlers = {
  sessionProofs: '/api/session/proofs',
  sessionLinks: '/api/session/links',
} as const

/** Builds the request paths of proofs and sign-in links. */
export const proofRequests = {
  /** Exchanges an emailed code for a proof. */
  proofs: sitePath(proofHandlers.sessionProofs),
  /** Sends a sign-in link. */
  links: sitePath(proofHandlers.sessionLinks),
}
