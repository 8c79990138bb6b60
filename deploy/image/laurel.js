#!/usr/local/bin/node
import { setFlagsFromString } from 'node:v8';

// The command shares the container's memory with the running server.
setFlagsFromString('--max-old-space-size=192');
await import('/app/apps/api/dist/laurel.js');
