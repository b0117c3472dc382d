#!/bin/sh
# Tides of a harbour
curl -H "Authorization: Bearer $TOKEN" https://api.example.com/tides
