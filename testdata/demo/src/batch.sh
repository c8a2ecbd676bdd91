echo "$1 (on file)"
