// @ts-nocheck: reads more than where it runs
export const register = () => process.env.NEXT_RUNTIME === 'nodejs' && process.env.DATABASE_URL
