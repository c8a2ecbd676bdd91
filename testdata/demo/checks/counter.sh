# prohibits: P-005
echo 'TAP version 14'
echo '1..1'
case $(sh src/counter.sh Ada 555-0100) in
*555-0100*)
	printf 'not ok 1 - phone is never printed\n  ---\n  message: the label shows the phone number\n  ...\n'
	exit 1
	;;
esac
echo 'ok 1 - phone is never printed'
