import type { StorePlace } from './settings.ts';
import type { Store } from './store.ts';
import { createFolderStore } from './store-folder.ts';

/** Opens the store. The S3 client is loaded only if it is used. */
export const openStore = async (place: StorePlace): Promise<Store> => {
  if (place.kind === 'folder') return createFolderStore(place.path);
  const { createS3Store } = await import('./store-s3.ts');
  return createS3Store(place);
};
