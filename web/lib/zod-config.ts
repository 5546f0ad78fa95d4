import { config } from 'zod';

// zod tries `new Function` for speed, which the strict content policy refuses with an error in the
// console. This must run before the first schema is made: see the chunk "data" in vite.config.ts.
config({ jitless: true });
