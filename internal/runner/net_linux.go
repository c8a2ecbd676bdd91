package runner

import (
	"encoding/binary"
	"errors"
	"syscall"
)

// loopback brings up the first interface of a new network namespace, which is
// its loopback.
func loopback() error {
	fd, err := syscall.Socket(syscall.AF_NETLINK, syscall.SOCK_RAW|syscall.SOCK_CLOEXEC, syscall.NETLINK_ROUTE)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	const length = syscall.SizeofNlMsghdr + syscall.SizeofIfInfomsg
	ne := binary.NativeEndian
	m := make([]byte, length)
	ne.PutUint32(m[0:], length)
	ne.PutUint16(m[4:], syscall.RTM_NEWLINK)
	ne.PutUint16(m[6:], syscall.NLM_F_REQUEST|syscall.NLM_F_ACK)
	ne.PutUint32(m[8:], 1) // sequence
	m[16] = syscall.AF_UNSPEC
	ne.PutUint32(m[20:], 1) // index
	ne.PutUint32(m[24:], syscall.IFF_UP)
	ne.PutUint32(m[28:], syscall.IFF_UP) // what is changed
	to := &syscall.SockaddrNetlink{Family: syscall.AF_NETLINK}
	if err := syscall.Sendto(fd, m, 0, to); err != nil {
		return err
	}
	answer := make([]byte, 4096)
	n, _, err := syscall.Recvfrom(fd, answer, 0)
	if err != nil {
		return err
	}
	if n < syscall.SizeofNlMsghdr+4 || ne.Uint16(answer[4:]) != syscall.NLMSG_ERROR {
		return errors.New("unexpected answer of the kernel")
	}
	if code := int32(ne.Uint32(answer[syscall.SizeofNlMsghdr:])); code != 0 {
		return syscall.Errno(-code)
	}
	return nil
}
