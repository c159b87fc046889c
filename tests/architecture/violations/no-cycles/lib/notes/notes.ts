// @ts-nocheck: needs a type of what needs it
import type { Draft } from './draft'

export type Note = Draft
