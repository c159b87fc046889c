// @ts-nocheck: has the mark of the other side
import 'server-only'

export const width = () => window.innerWidth
