#!/usr/local/bin/node
// The command shares the container's memory with the server it is run beside.
require('node:v8').setFlagsFromString('--max-old-space-size=192');
void import('/app/apps/api/dist/laurel.js');
