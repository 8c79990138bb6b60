#!/usr/local/bin/node
void import('/app/apps/api/dist/laurel.js');
