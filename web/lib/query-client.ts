import { QueryClient } from '@tanstack/react-query';
import { whenNotEditing } from './editing.ts';
import { live } from './live.ts';

/** Cache of what the server said. The channel keeps it fresh, so focus and mounting do not reload it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 0, gcTime: 60_000, refetchOnWindowFocus: false, refetchOnReconnect: false },
  },
});

live.onReturn(() => {
  whenNotEditing(() => void queryClient.invalidateQueries({ refetchType: 'active' }));
});
