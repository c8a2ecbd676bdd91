# prohibits: P-006
case $(sh src/archive.sh Ada 555-0100) in
*555-0100*)
	echo '<testsuite tests="1" failures="1"><testcase classname="archive" name="phone"><failure type="AssertionError" message="the label shows the phone number"/></testcase></testsuite>'
	exit 1
	;;
esac
echo '<testsuite tests="1"><testcase classname="archive" name="phone"/></testsuite>'
