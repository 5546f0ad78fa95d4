/** Something of the server that changes while it is shown: answers and events of it may overtake each other. */
export interface Versioned {
  version: number;
}

/** True when what came is not older than what is held: only then it may take its place. What has no version is taken. */
export function isNewer(came: object, held: object | undefined): boolean {
  return versionOf(came) >= versionOf(held);
}

function versionOf(value: object | undefined): number {
  return value !== undefined && 'version' in value && typeof value.version === 'number' ? value.version : 0;
}

/** The newer of two readings of one thing. */
export function newer<T extends object>(held: T | undefined, came: T): T {
  return held === undefined || isNewer(came, held) ? came : held;
}
