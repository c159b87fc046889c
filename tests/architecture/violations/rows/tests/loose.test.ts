// @ts-nocheck: a test that belongs to no row
export const nothing = null
