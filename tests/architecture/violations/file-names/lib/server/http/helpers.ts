// @ts-nocheck: is named for nothing
import 'server-only'

export const help = 1
