// @ts-nocheck: keeps to the rules
import 'server-only'

export const rows = []
