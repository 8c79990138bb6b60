/** In the file of React (see vite.config.ts), so that React runs in a task of its own before the page's code does. */
export { createRoot } from 'react-dom/client';
