package dev.assay.cluster.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.assay.cluster.telemetry.SocketTraffic.Bytes;
import dev.assay.host.HostException;
import dev.assay.host.program.Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketTrafficTest {
    private static final String REAL_LINES = """
            ESTAB 0      0      [::ffff:127.0.0.1]:47994 [::ffff:127.0.0.1]:15117 timer:(keepalive,119min,0) ino:87228 sk:1 cgroup:/ <-> ts sack bbr wscale:1,1 rto:212 rtt:9.939/12.34 cwnd:18 bytes_sent:4525 bytes_acked:4526 bytes_received:2757 segs_out:37 segs_in:33 minrtt:0.008
            ESTAB 0      0      127.0.0.1:48004 127.0.0.1:15117 ino:86583 sk:2 cgroup:/ <-> ts sack cubic wscale:1,1 rto:208 segs_out:1
            TIME-WAIT 0  0      127.0.0.1:100 127.0.0.1:9092 timer:(timewait,22sec,0) ino:0 sk:3
            """;

    private final SocketTraffic traffic = new SocketTraffic();

    @Test
    void eachSocketThatSomebodyHasIsRead() {
        assertThat(SocketTraffic.parse(REAL_LINES))
                .containsOnly(entry(87228L, new Bytes(2757, 4526)), entry(86583L, new Bytes(0, 0)));
    }

    @Test
    void theSocketsOfAProcessAddUp() {
        Map<Long, Set<Long>> owners = Map.of(100L, Set.of(1L), 101L, Set.of(1L), 102L, Set.of(2L));
        traffic.next(Map.of(100L, new Bytes(20, 10), 101L, new Bytes(5, 0), 102L, new Bytes(1, 1)), owners);
        assertThat(traffic.next(Map.of(100L, new Bytes(20, 15), 101L, new Bytes(6, 7), 102L, new Bytes(1, 1)), owners))
                .containsOnly(entry(1L, new Bytes(1, 12)), entry(2L, new Bytes(0, 0)));
    }

    @Test
    void aNewSocketCountsWhollyAndSoDoesOneThatTookTheNumberOfAnother() {
        Map<Long, Set<Long>> owners = Map.of(100L, Set.of(1L));
        traffic.next(Map.of(), owners);
        assertThat(traffic.next(Map.of(100L, new Bytes(200, 150)), owners))
                .containsExactly(entry(1L, new Bytes(200, 150)));
        assertThat(traffic.next(Map.of(100L, new Bytes(20, 15)), owners)).containsExactly(entry(1L, new Bytes(20, 15)));
    }

    @Test
    void aSocketOfTwoProcessesCountsForBothAndOneOfNobodyForNone() {
        Map<Long, Bytes> sockets = Map.of(100L, new Bytes(20, 15), 101L, new Bytes(9, 9));
        assertThat(traffic.next(sockets, Map.of(100L, Set.of(1L, 2L))))
                .containsOnly(entry(1L, new Bytes(20, 15)), entry(2L, new Bytes(20, 15)));
    }

    @Test
    void thisProcessOwnsTheSocketsThatItOpens() throws IOException {
        long self = ProcessHandle.current().pid();
        SocketOwners owners = new SocketOwners();
        Set<Long> before = Set.copyOf(SocketTraffic.read(Program.find("ss")).keySet());
        Set<Long> ownedBefore = Set.copyOf(owners.of(before, List.of(self)).keySet());
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            Map<Long, Bytes> now = SocketTraffic.read(Program.find("ss"));
            Map<Long, Set<Long>> owned = owners.of(now.keySet(), List.of(self));
            assertThat(accepted.isConnected() && client.isConnected()).isTrue();
            assertThat(now.keySet().stream().filter(inode -> owned.containsKey(inode) && !ownedBefore.contains(inode)))
                    .hasSizeGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void onlyWhereThereIsNoSsIsItToBeInstalled(@TempDir Path folder) throws IOException {
        Path broken = Files.writeString(folder.resolve("ss"), "#!/bin/sh\necho no netlink >&2; exit 1\n");
        Files.setPosixFilePermissions(broken, PosixFilePermissions.fromString("rwx------"));

        assertThatThrownBy(() -> SocketTraffic.read(Optional.empty()))
                .isInstanceOf(HostException.class)
                .hasMessage("there is no ss; install iproute2, which provides it");
        assertThatThrownBy(() -> SocketTraffic.read(Optional.of(broken)))
                .isInstanceOf(HostException.class)
                .hasMessage(broken + " failed (exit code 1): no netlink");
    }
}
