import '#server/cli/build-web.ts';

/** The pages are built before the first journey: two that start at once would build over each other. */
export function setup(): void {}
