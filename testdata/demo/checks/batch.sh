# prohibits: P-004
case $(sh src/batch.sh Ada 555-0100) in
*555-0100*)
	echo '{"schema": 1, "tests": [{"id": "phone", "outcome": "fail", "failure": "assertion", "message": "the label shows the phone number"}]}'
	exit 1
	;;
esac
echo '{"schema": 1, "tests": [{"id": "phone", "outcome": "pass"}]}'
