// @ts-nocheck: links home by a path it wrote itself
export const HomeLink = () => <a href="/">Home</a>
