// @ts-nocheck: is a row that no column has
import 'server-only'

export const claim = null
