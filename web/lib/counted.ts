/** "1 link" or "37 links"; `many` where an s is not enough. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString()} ${n === 1 ? one : many}`;
}
