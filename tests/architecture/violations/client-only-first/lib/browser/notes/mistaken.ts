// @ts-nocheck: has the mark of the other side
import 'server-only'

export const mistakenWidth = () => window.innerWidth
