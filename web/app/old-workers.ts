/** Takes out service workers and caches of earlier versions; errors do not matter (D-NAV-10). */
export function removeOldWorkers(): void {
  const clear = async () => {
    for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister();
    if (!('caches' in globalThis)) return;
    for (const name of await caches.keys()) await caches.delete(name);
  };
  clear().catch(() => undefined);
}
