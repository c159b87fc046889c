// @ts-nocheck: fetching knows of sessions, if only a type of theirs
import 'client-only'
import type { Session } from '../session/session'

export type Answer = Session
