/** Loads the code of the modals. */
export const loadModals = () => import('./components/modals.tsx');
