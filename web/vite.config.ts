import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.LINKWRIGHT_SERVER ?? 'http://127.0.0.1:4600';
const proxied = ['/rest', '/action', '/public', '/api', '/random_info', '/sites.json'];

// Chunks by what changes together: screens that need no table or date picker do not load them.
const vendors: { name: string; test: RegExp }[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\// },
  // With the setting of zod, which must come before the contract's first schema.
  { name: 'data', test: /node_modules\/(@tanstack|zod)\/|lib\/zod-config/ },
];

export default defineConfig({
  root: here('.'),
  // Files name each other by where they lie, so that the product may be served below any path.
  base: './',
  plugins: [react()],
  server: {
    port: 4601,
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
      '/eventbus': { target: server, ws: true },
    },
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1_500,
    // The strict CSP allows no inline script; the preload polyfill would be one.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
});
