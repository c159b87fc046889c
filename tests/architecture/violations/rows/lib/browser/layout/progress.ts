// @ts-nocheck: is a row of another column
import 'client-only'

export const progress = null
